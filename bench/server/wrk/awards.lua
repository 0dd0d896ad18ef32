-- Arguments: seed, first number, teams, booths, types, staff per booth, file for the ids that were answered as recorded.
local nextAward, teams, booths, types, staffPerBooth, answered

function start(args)
  nextAward, teams, booths, types, staffPerBooth =
    tonumber(args[2]), tonumber(args[3]), tonumber(args[4]), tonumber(args[5]), tonumber(args[6])
  answered = io.open(args[7], 'w')
end

-- Another booth, team and type with every number until all have been; then all again as if made two hours earlier.
function request()
  local team = nextAward % teams
  local turn = math.floor(nextAward / teams)
  local booth = (team + turn) % booths
  local kind = 1 + math.floor(turn / booths) % types
  local queued = 7200000 * math.floor(turn / (booths * types))
  local staff = booth + booths * (team % staffPerBooth)
  nextAward = nextAward + 1
  issued = issued + 1
  local body = string.format('team_id=t%015d&point_type=vrsta%d&award_id=%s&queued_ms=%d&user_id=s%015d&vendor_id=stand%d',
    team, kind, uuid(), queued, staff, booth)
  return post('action=vendor&option=award_points', staff, string.format('s%025d', staff), body)
end

function response(status, _, body)
  if not note(status, body) then return end
  if body:find('"duplicate":true', 1, true) then
    ok, failed, refusal = ok - 1, failed + 1, 'a fresh award was answered as a duplicate'
  else
    answered:write(body:match('"award_id":"([%x-]+)"'), '\n')
  end
end
