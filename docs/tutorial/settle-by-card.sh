#!/usr/bin/env bash
# What a person earned is taken from the card of the buyer. Needs npm start -- --settlement, curl and Node.
#   bash docs/tutorial/settle-by-card.sh
# With BY_HAND=1 you fill in the two pages yourself, in a browser.
set -euo pipefail
cd "$(dirname "$0")/../.."
. docs/tutorial/calls.sh
needs_settlement

# fill <page> <name=value>…: sends the form of a page as a browser does.
fill() {
  echo "   $1"
  if [ -n "${BY_HAND:-}" ]; then
    read -rp "   open it and fill it in; press Enter here when it has led you on: " </dev/tty
    return
  fi
  local answer fields=()
  for field in "${@:2}"; do fields+=(--data-urlencode "$field"); done
  answer=$(curl -sS -w '\n%{http_code}' "$1" "${fields[@]}")
  # The page that comes again says what is wrong; the other answer leads on.
  [ "${answer##*$'\n'}" = 303 ] || { echo "$answer" >&2; exit 1; }
}

echo "1. The buyer proposes work of a person with a fee of 0.80 USD; the seller accepts it."
spool=$(call "$buyer" POST /api/v1/spools "$(leads service '[
  {"role": "buyer", "kind": "org", "display_name": "Acme"},
  {"role": "seller", "kind": "human", "display_name": "Ana"}]' '"economics": {"fee_cents": 80}')")
id=$(of id <<<"$spool"); funding=$(of lane.funding <<<"$spool")
seller=$(invited "$id")
call "$seller" POST "/api/v1/spools/$id/accept" >/dev/null
echo "   $id is funded by $funding"
[ "$funding" = hosted_checkout ] || { echo "Start the system with npm start -- --settlement." >&2; exit 1; }

echo "2. The buyer sends the seller the page of the processor on which its payouts are set up."
page=$(call "$buyer" POST "/api/v1/spools/$id/onboard-provider" \
  '{"refresh_url": "https://example.com/again", "return_url": "https://example.com/done"}' | of provider_onboarding.url)
account=$(curl -sS "$page" | grep -o 'acct_[0-9a-z]*')
fill "$page" 'name=Ana' 'iban=DE02120300000000202051'
had=$(wallet balance "$account")
echo "   its account holds $(usd "$had")"

echo "3. The buyer commits and pays on a page of the processor: 10.80 USD are held on its card, the most that can be due."
page=$(call "$buyer" POST "/api/v1/spools/$id/commit" | of next_step.checkout_url)
fill "$page" 'card=4242 4242 4242 4242'
until_settlement "$id" committed
echo "   $(of status.settlement <<<"$spool"); the money is $(of card_hold.state <<<"$spool")"

echo "4. The seller delivers, and the buyer verifies."
deliver_leads "$seller" "$id"
verify_leads "$id"

echo "5. What was earned is taken from the card, with the fee in proportion; the rest is released."
until_settlement "$id" settled
say_growth "$account" "$had"
