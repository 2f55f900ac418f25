# What the tutorials beside this file have in common: where they call, and what they call with. Sourced, not run.
home=${OUTTURN_HOME:-.outturn}

# stop_with <what is wrong> <next step>
stop_with() {
  printf '%s\n%s\n' "$1" "$2" >&2
  exit 2
}
# local_setting <member.of.member>: a member of the file that a running npm start keeps; nothing where there is none.
local_setting() {
  node -e 'try {
      const found = process.argv[2].split(".").reduce((at, name) => at?.[name], JSON.parse(fs.readFileSync(process.argv[1], "utf8")))
      if (typeof found === "string") console.log(found)
    } catch {}' "$home/local.json" "$1"
}
# check_programs: each program that the tutorials run.
check_programs() {
  command -v node >/dev/null ||
    stop_with 'Node.js is not installed.' 'Install version 18 or later: https://nodejs.org, brew install node, or apt-get install nodejs npm.'
  command -v npm >/dev/null ||
    stop_with 'npm is not installed.' 'It comes with Node.js from https://nodejs.org and brew; on Debian and Ubuntu: apt-get install npm.'
  command -v curl >/dev/null ||
    stop_with 'curl is not installed.' 'Install it: apt-get install curl, dnf install curl, apk add curl or brew install curl.'
}
# check_service: sets `url` and `buyer`; stops within twenty seconds where no service takes the key there.
check_service() {
  local local_url status
  local_url=$(local_setting base_url)
  url=${OUTTURN_URL:-${local_url:-http://127.0.0.1:8080}}
  buyer=${OUTTURN_KEY:-}
  if [ -z "$buyer" ] && [ "$url" = "$local_url" ]; then buyer=$(local_setting api_key); fi
  status=$(curl -sS -o /dev/null -w '%{http_code}' --max-time 5 --retry 3 --retry-max-time 12 "$url/api/v1/credits/balance" \
    -H "authorization: Bearer ${buyer:-none}" 2>/dev/null) || true
  [ "$status" != 000 ] ||
    stop_with "No service answers at $url." "Start it in another terminal with npm start, or set OUTTURN_URL to the address that it prints."
  [ -n "$buyer" ] ||
    stop_with "There is no key for $url: OUTTURN_KEY is not set, and $home/local.json is not about that address." \
      'Set OUTTURN_KEY to the key that npm start prints. For a system started with --home, set OUTTURN_HOME to that folder.'
  [ "$status" != 401 ] ||
    stop_with "The service at $url does not accept the key in OUTTURN_KEY." \
      'Set OUTTURN_KEY to the key that npm start prints, or unset it to use the key of the running local system.'
  [ "$status" = 200 ] ||
    stop_with "The service at $url answers with status $status." 'Check that OUTTURN_URL is the address that npm start prints, and try again.'
}
# needs_settlement: stops where the local system has no chain and no processor of cards.
needs_settlement() {
  [ -n "$(local_setting settlement.rpc_url)" ] ||
    stop_with "$home/local.json names no chain: the system does not settle." 'Stop it and start it again with npm start -- --settlement.'
}
check_programs
check_service

# ask <method> <path> [argument of curl…]: waits as long as the service asks for and sends it again, under a key that makes all of this one
# request. An error of the service is printed and ends the script.
ask() {
  local answer
  answer=$(mktemp)
  curl -sS --fail-with-body --retry 8 --retry-connrefused -o "$answer" -X "$1" "$url$2" "${@:3}" \
    -H 'content-type: application/json' -H "idempotency-key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" ||
    { cat "$answer" >&2; rm "$answer"; exit 1; }
  cat "$answer"
  rm "$answer"
}
# call <key> <method> <path> [body]
call() { ask "$2" "$3" -H "authorization: Bearer $1" ${4:+-d "$4"}; }
# of <member.of.member>: reads JSON, prints that member. Fails where there is none; where there is no answer at all, the call has said why.
of() {
  node -e 'const text = fs.readFileSync(0, "utf8")
    if (text.trim() === "") process.exit(1)
    const found = process.argv[1].split(".").reduce((at, name) => at?.[name], JSON.parse(text))
    if (found === undefined) { console.error(`No ${process.argv[1]} in the answer ${text.slice(0, 500)}`); process.exit(1) }
    console.log(typeof found === "string" ? found : JSON.stringify(found))' "$1"
}
usd() { printf '%d.%02d USD' $(($1 / 100)) $(($1 % 100)); }
wallet() { npm run --silent wallet -- "$@"; }

# invited <spool>: a key for the seller, by the grant that the buyer sends.
invited() {
  local grant
  grant=$(call "$buyer" POST "/api/v1/spools/$1/invite" | of grant_token)
  ask POST /api/v1/keys/exchange -d "{\"grant_token\": \"$grant\"}" | of api_key
}
# leads <type> <parties> [member]: a proposal of four leads at 2.50 each, every one with an email.
leads() {
  echo "{\"type\": \"$1\", \"parties\": $2, ${3:+$3,}
    \"finality\": {\"mode\": \"first_verdict\"},
    \"value\": {\"amount_cents\": 1000, \"currency\": \"USD\"},
    \"unitization\": {\"total_units\": 4, \"unit_amount_cents\": 250},
    \"deliverable\": {\"type\": \"dataset\", \"title\": \"Leads\", \"description\": \"Four leads with an email\", \"attributes\": {}},
    \"terms\": [{\"text\": \"Four leads, each with an email address.\", \"provenance\": {\"source\": \"freeform\"}}],
    \"conditions\": [{\"description\": \"Every row has an email\", \"required\": true, \"verification_method\": \"deterministic\",
      \"deterministic_check\": {\"checker\": \"completeness\", \"required_fields\": [\"email\"]}}]}"
}
# deliver_leads <seller> <spool>: four rows, one without an email.
deliver_leads() {
  local condition
  condition=$(call "$1" GET "/api/v1/spools/$2" | of conditions.0.id)
  call "$1" POST "/api/v1/spools/$2/evidence" "{\"condition_id\": \"$condition\", \"type\": \"dataset\", \"source\": \"crm export\",
    \"metadata\": {\"rows\": [{\"email\": \"a@example.com\"}, {\"email\": \"b@example.com\"}, {\"email\": \"\"}, {\"email\": \"d@example.com\"}]}}" >/dev/null
}
# verify_leads <spool>: the buyer verifies; sets `earned`.
verify_leads() {
  local verdict
  verdict=$(call "$buyer" POST "/api/v1/spools/$1/verify")
  earned=$(of earned_cents <<<"$verdict")
  echo "   $(of status.verification <<<"$verdict"): $(of accepted <<<"$verdict") accepted, earned $(usd "$earned")"
}
# until_settlement <spool> <state>: reads the Spool, `spool`, until its settlement is there.
until_settlement() {
  for _ in $(seq 120); do
    spool=$(call "$buyer" GET "/api/v1/spools/$1")
    [ "$(of status.settlement <<<"$spool")" != "$2" ] || return 0
    sleep 0.5
  done
  echo "The settlement of $1 did not become $2. Next step: $(of next_step.reason <<<"$spool")" >&2
  exit 1
}
# say_growth <wallet or account> <cents before>: ends the story; what the seller has more must be what was earned.
say_growth() {
  local grown
  grown=$(($(wallet balance "$1") - $2))
  echo "   the seller holds $(usd "$grown") more; the Spool is $(of status.outcome <<<"$spool")"
  [ "$grown" = "$earned" ] || { echo "The seller earned $(usd "$earned")." >&2; exit 1; }
}
