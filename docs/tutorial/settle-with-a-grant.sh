#!/usr/bin/env bash
# What agent work earned is paid under a grant: the buyer signs once, before the work is judged. Needs npm start -- --settlement, curl and Node.
#   bash docs/tutorial/settle-with-a-grant.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. docs/tutorial/calls.sh
needs_settlement

echo "1. The buyer's wallet is a contract that obeys a key of the buyer; the seller's is a plain one."
payer=$(wallet new --contract); paid=$(wallet new 0)
payee=$(of address <<<"$paid"); had=$(of cents <<<"$paid")
echo "   the seller holds $(usd "$had")"

echo "2. The buyer proposes agent work, names both wallets and takes the quote; the seller accepts it."
id=$(call "$buyer" POST /api/v1/spools "$(leads agent_task "[
  {\"role\": \"buyer\", \"kind\": \"agent\", \"display_name\": \"Acme\",
   \"settlement_address\": \"wallet:eip155:42431:$(of address <<<"$payer")\"},
  {\"role\": \"seller\", \"kind\": \"agent\", \"display_name\": \"LeadBot\",
   \"settlement_address\": \"wallet:eip155:42431:$payee\"}]")" | of id)
quote=$(call "$buyer" POST "/api/v1/spools/$id/quote")
seller=$(invited "$id")
call "$seller" POST "/api/v1/spools/$id/accept" "{\"quote_digest\": \"$(of quote_digest <<<"$quote")\"}" >/dev/null
echo "   $id costs at most $(usd "$(of maximum_all_in_cents <<<"$quote")"), the fee included"

echo "3. The buyer grants that much, for this Spool alone, and commits. It need not look again."
granted=$(call "$buyer" GET "/api/v1/spools/$id/settlement/grant/template" | wallet grant "$(of key <<<"$payer")")
call "$buyer" POST "/api/v1/spools/$id/settlement/grant" "$granted" | of state | sed 's/^/   /'
call "$buyer" POST "/api/v1/spools/$id/commit" '{"settlement_mode": "unattended_outcome_settlement"}' |
  of status.settlement | sed 's/^/   /'

echo "4. The seller delivers, and the work is verified."
deliver_leads "$seller" "$id"
verify_leads "$id"

echo "5. One transaction pays the seller and the fee; the rest of the grant is revoked."
until_settlement "$id" settled
grant=$(call "$buyer" GET "/api/v1/spools/$id/settlement/grant")
echo "   the grant is $(of state <<<"$grant"), revoked: $(of revoked <<<"$grant")"
say_growth "$payee" "$had"
