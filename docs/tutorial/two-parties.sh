#!/usr/bin/env bash
# Two parties agree, deliver, confirm and verify, over HTTP alone. Needs a running service, curl and Node.
#   bash docs/tutorial/two-parties.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. docs/tutorial/calls.sh
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

echo "1. The buyer proposes: four leads with an email at 2.50 each, and a look at them."
spool=$(call "$buyer" POST /api/v1/spools '{
  "type": "digital",
  "parties": [
    {"role": "buyer", "kind": "org", "display_name": "Acme"},
    {"role": "seller", "kind": "service", "display_name": "LeadBot"}
  ],
  "value": {"amount_cents": 1000, "currency": "USD", "rail_preference": "external"},
  "unitization": {"total_units": 4, "unit_amount_cents": 250},
  "deliverable": {"type": "dataset", "title": "Leads", "description": "Four leads with an email", "attributes": {}},
  "terms": [{"text": "Four leads, each with an email address.", "provenance": {"source": "freeform"}}],
  "conditions": [
    {"description": "Every row has an email", "required": true, "verification_method": "deterministic",
     "deterministic_check": {"checker": "completeness", "required_fields": ["email"]}},
    {"description": "The buyer has looked at the leads", "required": true, "verification_method": "human_confirmed"}
  ]
}')
id=$(of id <<<"$spool"); complete=$(of conditions.0.id <<<"$spool"); looked=$(of conditions.1.id <<<"$spool")
echo "   $id is $(of status.agreement <<<"$spool"); anyone may read it at $(of share_url <<<"$spool")"

echo "2. The buyer invites the seller, who exchanges the grant for a key of this Spool."
seller=$(invited "$id")

echo "3. The seller reads and accepts it, and delivers. One lead has no email."
seen=$(call "$seller" GET "/api/v1/spools/$id")
of next_step.reason <<<"$seen" | sed 's/^/   /'
# Naming the hash accepts what was read: terms that were amended since are refused.
call "$seller" POST "/api/v1/spools/$id/accept" "{\"agreement_hash\": \"$(of agreement.agreement_hash <<<"$seen")\"}" |
  of status.agreement | sed 's/^/   /'
deliver() {
  call "$seller" POST "/api/v1/spools/$id/evidence" "{\"condition_id\": \"$complete\", \"type\": \"dataset\",
    \"source\": \"crm export\", \"metadata\": {\"rows\": $1}}" | of next_step.reason | sed 's/^/   /'
}
deliver '[{"email": "a@example.com"}, {"email": "b@example.com"}, {"email": ""}, {"email": "d@example.com"}]'

echo "4. The buyer confirms having looked, and verifies."
# Naming the evidence confirms what was looked at: a delivery that is swapped in meanwhile is not confirmed.
confirmed() {
  local shown; shown=$(call "$buyer" GET "/api/v1/spools/$id" | of conditions.1.confirmation.evidence_ids)
  echo "{\"confirmations\": [{\"condition_id\": \"$looked\",
    \"method\": \"buyer_confirm\", \"outcome\": \"passed\", \"evidence_refs\": $shown}]}"
}
verdict=$(call "$buyer" POST "/api/v1/spools/$id/verify" "$(confirmed)")
echo "   $(of status.verification <<<"$verdict"): $(of accepted <<<"$verdict") accepted, earned $(usd "$(of earned_cents <<<"$verdict")")"
echo "   $(of corrective_hint <<<"$verdict")"

echo "5. The seller fixes the row; the buyer looks at the new delivery, confirms that, and verifies again."
deliver '[{"email": "a@example.com"}, {"email": "b@example.com"}, {"email": "c@example.com"}, {"email": "d@example.com"}]'
verdict=$(call "$buyer" POST "/api/v1/spools/$id/verify" "$(confirmed)")
echo "   $(of status.verification <<<"$verdict"): $(of accepted <<<"$verdict") accepted, earned $(usd "$(of earned_cents <<<"$verdict")")"
echo "   the Spool is $(of status.outcome <<<"$verdict"); its receipt: $(of receipt_url <<<"$verdict")"

echo "6. Anyone checks the receipt, and replays the run, with nothing of the service but its public keys."
curl -sS --fail-with-body -o "$work/keys.json" "$url/.well-known/outturn-keys.json"
of receipt <<<"$verdict" >"$work/receipt.json"
call "$buyer" GET "/api/v1/receipts/$(of receipt.id <<<"$verdict")/bundle" >"$work/bundle.json"
outturn() { npm run --silent outturn -- "$@" --keys "$work/keys.json" | tail -n 1 | sed 's/^/   /'; }
outturn verify "$work/receipt.json"
outturn replay "$work/bundle.json"
