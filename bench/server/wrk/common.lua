-- Put before each script. wrk runs the requests in a state of the thread's own, and `done` in the main one.
local random, format = math.random, string.format

-- The first of the script's arguments makes ids differ from run to run.
function init(args)
  math.randomseed(tonumber(args[1]))
  start(args)
end

function uuid()
  return format('%08x-%04x-4%03x-8%03x-%06x%06x', random(0, 0x7fffffff), random(0, 0xffff), random(0, 0xfff),
    random(0, 0xfff), random(0, 0xffffff), random(0, 0xffffff))
end

-- One account is one phone behind a proxy on the server's machine.
function post(query, account, token, body)
  local address = format('10.%d.%d.%d', math.floor(account / 65536) % 256, math.floor(account / 256) % 256, account % 256)
  return format('POST /api?fingerprint=%s&%s HTTP/1.1\r\nHost: %s\r\nCookie: session_token=%s\r\nX-Forwarded-For: %s\r\n'
    .. 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s',
    uuid(), query, wrk.headers['Host'], token, address, #body, body)
end

issued, ok, limited, failed, refusal = 0, 0, 0, 0, ''

function note(status, body)
  if status == 200 and body:find('"status":"OK"', 1, true) then
    ok = ok + 1
    return true
  end
  if status == 429 then limited = limited + 1 else failed = failed + 1 end
  if refusal == '' then refusal = status .. ' ' .. body:sub(1, 200) end
  return false
end

local thread
function setup(one) thread = one end

function done(summary, latency)
  local e = summary.errors
  local values = { summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50), latency:percentile(99), latency.max, thread:get('issued'), thread:get('ok'),
    thread:get('limited'), thread:get('failed') }
  -- Numbers as %d, because Lua writes large ones as 1e+14.
  for index, value in ipairs(values) do values[index] = format('%d', value) end
  io.write('\nRESULT ', table.concat(values, ' '), ' ', (thread:get('refusal'):gsub('%s+', ' ')), '\n')
end
