-- Arguments: seed, file of requests (query, account, token, body; tabs between them), "check" to read every answer.
local requests = {}

function start(args)
  for line in io.lines(args[2]) do
    local query, account, token, body = line:match('^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)$')
    requests[#requests + 1] = { query, tonumber(account), token, body }
  end
  -- Reading an answer costs the client as much as sending it costs a bare server, so measured rounds do not.
  if args[3] == 'check' then
    response = function(status, _, body) note(status, body) end
  end
end

function request()
  local one = requests[issued % #requests + 1]
  issued = issued + 1
  return post(one[1], one[2], one[3], one[4])
end
