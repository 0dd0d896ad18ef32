import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The minimum that a server can do: reads the request and always sends the same bytes. */
const answer = readFileSync(process.env.ANSWER_FILE ?? '')

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', answer.length)
    response.end(answer)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
