import { describe, expect, test } from 'vitest'
import { createConnectionNews } from '../../src/layout/connection-sign'

const MINUTE = 60_000

describe('the toast for a restored connection', () => {
  test('is shown after the first outage, however short', () => {
    const news = createConnectionNews()
    expect(news.note(true, 0)).toBe(false)
    expect(news.note(false, 1_000)).toBe(false)
    expect(news.note(true, 2_000)).toBe(true)
    expect(news.note(true, 3_000)).toBe(false)
  })

  test('is shown at most twelve times an hour if the network drops every five seconds', () => {
    const news = createConnectionNews()
    let told = 0
    for (let at = 0; at < 60 * MINUTE; at += 5_000) {
      news.note(false, at)
      if (news.note(true, at + 2_500)) told++
    }
    expect(told).toBe(12)
  })

  test('is always shown after a long outage', () => {
    const news = createConnectionNews()
    news.note(false, 0)
    expect(news.note(true, 1_000)).toBe(true)
    news.note(false, 2_000)
    news.note(false, 20_000)
    expect(news.note(true, 32_000)).toBe(true)
  })
})
