import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** As little as a server can do: it reads the request and sends the same bytes to every one. */
const answer = readFileSync(process.env.ANSWER_FILE ?? '')

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', answer.length)
    response.end(answer)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
