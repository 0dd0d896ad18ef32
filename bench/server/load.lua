-- Makes the requests that wrk sends. Arguments: a seed, so that ids differ between runs; the kind of load; the arguments of that
-- kind. wrk calls `request` and `response` in the Lua state of its thread, and `done` in the main state.
local random, format = math.random, string.format
local start = {}

function init(args)
  math.randomseed(tonumber(args[1]))
  start[args[2]](unpack(args, 3))
end

local function uuid()
  return format('%08x-%04x-4%03x-8%03x-%06x%06x', random(0, 0x7fffffff), random(0, 0xffff), random(0, 0xfff),
    random(0, 0xfff), random(0, 0xffffff), random(0, 0xffffff))
end

-- Each account is one phone with its own address, behind a proxy on the server's machine.
local function post(query, account, token, body)
  local address = format('10.%d.%d.%d', math.floor(account / 65536) % 256, math.floor(account / 256) % 256, account % 256)
  return format('POST /api?fingerprint=%s&%s HTTP/1.1\r\nHost: %s\r\nCookie: session_token=%s\r\nX-Forwarded-For: %s\r\n'
    .. 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s',
    uuid(), query, wrk.headers['Host'], token, address, #body, body)
end

issued, ok, limited, failed, refusal = 0, 0, 0, 0, ''

local OK = '"status":"OK"'

local function count(status, body, wanted)
  if status == 200 and body:find(wanted, 1, true) then
    ok = ok + 1
    return true
  end
  if status == 429 then limited = limited + 1 else failed = failed + 1 end
  if refusal == '' then refusal = status .. ' ' .. body:sub(1, 200) end
  return false
end

-- Arguments: a file of requests (query, account, token and body, separated by tabs); optionally a text that every answer must
-- contain, which makes wrk read the answers; optionally the pause of each connection before a request (ms).
function start.readings(file, wanted, pause)
  local requests = {}
  for line in io.lines(file) do
    local query, account, token, body = line:match('^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)$')
    requests[#requests + 1] = { query, tonumber(account), token, body }
  end
  function request()
    local one = requests[issued % #requests + 1]
    issued = issued + 1
    return post(one[1], one[2], one[3], one[4])
  end
  -- Measured rounds read no answer, because reading an answer costs the client as much as sending it costs a bare server.
  if wanted then
    response = function(status, _, body) count(status, body, wanted) end
  end
  if pause then
    delay = function() return tonumber(pause) end
  end
end

-- Arguments: the number of the first award; how many teams, booths, point types and staff per booth there are; a file for the ids
-- that the server confirmed.
function start.awards(first, teams, booths, types, staffPerBooth, file)
  local nextAward, answered = tonumber(first), io.open(file, 'w')
  teams, booths, types, staffPerBooth = tonumber(teams), tonumber(booths), tonumber(types), tonumber(staffPerBooth)
  -- Each number stands for another combination of booth, team and type. After the last combination all come again, made two hours
  -- earlier, so that no cooldown refuses them.
  function request()
    local team = nextAward % teams
    local turn = math.floor(nextAward / teams)
    local booth = (team + turn) % booths
    local kind = 1 + math.floor(turn / booths) % types
    local queued = 7200000 * math.floor(turn / (booths * types))
    local staff = booth + booths * (team % staffPerBooth)
    nextAward = nextAward + 1
    issued = issued + 1
    local body = format('team_id=t%015d&point_type=vrsta%d&award_id=%s&queued_ms=%d&user_id=s%015d&vendor_id=stand%d',
      team, kind, uuid(), queued, staff, booth)
    return post('action=vendor&option=award_points', staff, format('s%025d', staff), body)
  end
  function response(status, _, body)
    if not count(status, body, OK) then return end
    if body:find('"duplicate":true', 1, true) then
      ok, failed, refusal = ok - 1, failed + 1, 'a fresh award was answered as a duplicate'
    else
      answered:write(body:match('"award_id":"([%x-]+)"'), '\n')
    end
  end
end

local thread
function setup(one) thread = one end

function done(summary, latency)
  local e = summary.errors
  local values = { summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50), latency:percentile(99), thread:get('issued'), thread:get('ok'), thread:get('limited'), thread:get('failed') }
  -- Format numbers with %d, because Lua writes large ones as 1e+14.
  for index, value in ipairs(values) do values[index] = format('%d', value) end
  io.write('\nRESULT ', table.concat(values, ' '), ' ', (thread:get('refusal'):gsub('%s+', ' ')), '\n')
end
