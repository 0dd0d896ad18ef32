import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { JOURNEY_FLAGS } from '../../../scripts/browser-flags'
import { findHeadlessShell } from '../../../scripts/find-browser'
import { watchErrors } from './journey'
import { type SeenCode, writeQrVideo } from './qr-video'
import { PHONE } from './settings'

/** The phone's camera: a video of codes, two cameras that see none, a refused permission, or no camera at all. */
export type CameraOf = { readonly sees: readonly SeenCode[] } | 'two' | 'refused' | 'none'

function cameraArguments(camera: CameraOf, film: string): string[] {
  if (camera === 'none') return ['--use-fake-ui-for-media-stream']
  const device = '--use-fake-device-for-media-stream'
  if (camera === 'two') return [`${device}=device-count=2`, '--use-fake-ui-for-media-stream']
  if (camera === 'refused') return [device, '--use-fake-ui-for-media-stream=deny']
  writeQrVideo(film, camera.sees)
  return [device, '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
}

/**
 * Runs `use` on a phone with its own camera, in its own browser, because a browser plays one video per launch. An unexpected
 * console error fails the test.
 */
export async function withCameraPhone(url: string, camera: CameraOf, use: (page: Page) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-camera-'))
  const args = [...JOURNEY_FLAGS, ...cameraArguments(camera, join(directory, 'film.y4m'))]
  const browser = await chromium.launch({ executablePath: findHeadlessShell(), args })
  try {
    const context = await browser.newContext({ ...PHONE, ...PHONE.contextOptions, serviceWorkers: 'block', baseURL: url })
    const expectNoErrors = watchErrors(context)
    await use(await context.newPage())
    expectNoErrors()
  } finally {
    await browser.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
