#!/usr/bin/env bash
# What agent work earned is paid from the wallet of its buyer. Needs npm start -- --settlement, curl and Node.
#   bash docs/tutorial/settle.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. docs/tutorial/calls.sh
needs_settlement

echo "1. Each party has a wallet; the buyer's holds money of tests."
payer=$(wallet new); paid=$(wallet new 0)
payee=$(of address <<<"$paid"); had=$(of cents <<<"$paid")
echo "   the seller holds $(usd "$had")"

echo "2. The buyer proposes agent work, names both wallets and takes the quote; the seller accepts it and delivers."
spool=$(call "$buyer" POST /api/v1/spools "$(leads agent_task "[
  {\"role\": \"buyer\", \"kind\": \"agent\", \"display_name\": \"Acme\",
   \"settlement_address\": \"wallet:eip155:42431:$(of address <<<"$payer")\"},
  {\"role\": \"seller\", \"kind\": \"agent\", \"display_name\": \"LeadBot\",
   \"settlement_address\": \"wallet:eip155:42431:$payee\"}]")")
id=$(of id <<<"$spool"); funding=$(of lane.funding <<<"$spool")
quote=$(call "$buyer" POST "/api/v1/spools/$id/quote" | of quote_digest)
seller=$(invited "$id")
call "$seller" POST "/api/v1/spools/$id/accept" "{\"quote_digest\": \"$quote\"}" >/dev/null
deliver_leads "$seller" "$id"
echo "   $id is funded by $funding"

echo "3. The buyer commits to settle from its wallet, and verifies. Nothing has moved yet."
call "$buyer" POST "/api/v1/spools/$id/commit" '{"settlement_mode": "direct_eip3009", "direct_signer": "principal_runtime"}' |
  of status.settlement | sed 's/^/   /'
verify_leads "$id"

echo "4. The buyer's wallet signs the transfers that the Spool asks for: of what was earned, and of the fee."
until_settlement "$id" awaiting_signature
signed=$(of next_step.required_legs <<<"$spool" | wallet sign "$(of key <<<"$payer")")
call "$buyer" POST "/api/v1/spools/$id/settlement/signatures" "$signed" | of next_step.type | sed 's/^/   /'

echo "5. The transfers arrive, the seller's first."
until_settlement "$id" settled
say_growth "$payee" "$had"
