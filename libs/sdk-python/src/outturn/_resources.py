"""The methods of the clients, in groups.

Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.
"""

from __future__ import annotations

from . import _actions as actions
from . import _calls as calls
from . import _offline as offline
from ._binding import (
    Resource,
    async_listing_method,
    async_method,
    async_response_listing_method,
    async_response_method,
    listing_method,
    method,
    response_listing_method,
    response_method,
)


class SandboxSpools(Resource):
    """Methods of `sandbox.spools`."""

    confirm = method(calls.sandbox_spools_confirm)
    """Confirm conditions of a demo Spool."""

    accept = method(calls.sandbox_spools_accept)
    """Accept a demo Spool."""

    events = listing_method(calls.sandbox_spools_events)
    """List the events of a demo Spool."""

    get = method(calls.sandbox_spools_get)
    """Read a demo Spool."""

    submit_evidence = method(calls.sandbox_spools_submit_evidence)
    """Submit evidence to a demo Spool."""

    verify = method(calls.sandbox_spools_verify)
    """Verify the delivery of a demo Spool."""

    preview_verification = method(calls.sandbox_spools_preview_verification)
    """Verify the delivery of a demo Spool."""


class SpoolsClaims(Resource):
    """Methods of `spools.claims`."""

    list = listing_method(calls.spools_claims_list)
    """List claims."""

    record = method(calls.spools_claims_record)
    """Record claims."""


class SpoolsMatches(Resource):
    """Methods of `spools.matches`."""

    list = listing_method(calls.spools_matches_list)
    """List the results of the last match."""

    run = method(calls.spools_matches_run)
    """Match claims with facts."""


class Account(Resource):
    """Methods of `account`."""

    get = method(calls.account_get)
    """Read the account and limits of the caller."""


class Attestations(Resource):
    """Methods of `attestations`."""

    verify = method(calls.attestations_verify)
    """Verify an attestation."""


class Audits(Resource):
    """Methods of `audits`."""

    invoice = method(calls.audits_invoice)
    """Audit an invoice against a record."""

    replay = method(calls.audits_replay)
    """Replay a promise over a history."""


class Credits(Resource):
    """Methods of `credits`."""

    buy_pack_by_mpp = method(calls.credits_buy_pack_by_mpp)
    """Buy a credit pack by card with MPP."""

    buy_pack_by_x402 = method(calls.credits_buy_pack_by_x402)
    """Buy a credit pack with x402."""

    balance = method(calls.credits_balance)
    """Read the credit balance."""


class Discrepancies(Resource):
    """Methods of `discrepancies`."""

    dismiss = method(calls.discrepancies_dismiss)
    """Dismiss a discrepancy."""

    list = listing_method(calls.discrepancies_list)
    """List the discrepancies of a Spool."""

    open = method(calls.discrepancies_open)
    """Open a discrepancy."""

    get = method(calls.discrepancies_get)
    """Read a discrepancy."""

    resolve = method(calls.discrepancies_resolve)
    """Resolve a discrepancy."""


class Disputes(Resource):
    """Methods of `disputes`."""

    add_statement = method(calls.disputes_add_statement)
    """Add a statement to a dispute."""

    open = method(calls.disputes_open)
    """Dispute a receipt."""

    get = method(calls.disputes_get)
    """Read a dispute."""

    record_result = method(calls.disputes_record_result)
    """Record an external decision on a dispute."""

    respond = method(calls.disputes_respond)
    """Respond to a dispute."""

    withdraw = method(calls.disputes_withdraw)
    """Withdraw a dispute."""


class Guide(Resource):
    """Methods of `guide`."""

    errors = method(calls.guide_errors)
    """Read the list of error codes and reasons."""

    page = method(calls.guide_page)
    """Read a page of the guide."""

    search = method(calls.guide_search)
    """Search the documentation."""


class Keys(Resource):
    """Methods of `keys`."""

    exchange = method(calls.keys_exchange)
    """Exchange a grant for an API key."""

    read_did = method(calls.keys_read_did)
    """Read the DID document of the keys that sign payment offers and receipts."""

    read = method(calls.keys_read)
    """Read the public keys of all signatures."""

    read_version = method(calls.keys_read_version)
    """Read an earlier version of the public keys."""


class Log(Resource):
    """Methods of `log`."""

    checkpoint = method(calls.log_checkpoint)
    """Read the signed checkpoint of the transparency log of production."""

    tile = method(calls.log_tile)
    """Read a tile of the transparency log of production."""

    demo_checkpoint = method(calls.log_demo_checkpoint)
    """Read the signed checkpoint of the transparency log of demo."""

    demo_tile = method(calls.log_demo_tile)
    """Read a tile of the transparency log of demo."""


class Pages(Resource):
    """Methods of `pages`."""

    credits = method(calls.pages_credits)
    """Show how to get credits."""

    outcome_index = method(calls.pages_outcome_index)
    """Show the outcome index."""

    receipt = method(calls.pages_receipt)
    """Show a receipt."""

    return_ = method(calls.pages_return_)
    """Show the next page after the payout set-up."""

    spool = method(calls.pages_spool)
    """Show a shared Spool."""

    versions = method(calls.pages_versions)
    """Show deprecated parts of the API."""


class Policies(Resource):
    """Methods of `policies`."""

    compile = method(calls.policies_compile)
    """Compile a text into conditions."""

    confirm = method(calls.policies_confirm)
    """Confirm a compiled policy."""


class Receipts(Resource):
    """Methods of `receipts`."""

    get = method(calls.receipts_get)
    """Read a receipt with its status and attestation."""

    status = method(calls.receipts_status)
    """Read the online status of a receipt."""

    record_consumption = method(calls.receipts_record_consumption)
    """Record a use of a receipt."""

    supersede = method(calls.receipts_supersede)
    """Replace a receipt."""

    credential = method(calls.receipts_credential)
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)."""

    envelope = method(calls.receipts_envelope)
    """Read a receipt as an in-toto statement in a DSSE envelope."""

    download = method(calls.receipts_download)
    """Download a receipt."""

    public_status = method(calls.receipts_public_status)
    """Read the online status of a receipt."""

    bundle = method(calls.receipts_bundle)
    """Download the bundle of a receipt for offline verification."""

    verify = staticmethod(offline.receipts_verify)


class Recipes(Resource):
    """Methods of `recipes`."""

    list = listing_method(calls.recipes_list)
    """List recipes."""

    get = method(calls.recipes_get)
    """Read a recipe."""


class Requests(Resource):
    """Methods of `requests`."""

    list = listing_method(calls.requests_list)
    """List the refused requests of the account."""

    get = method(calls.requests_get)
    """Read a request of the account: why it was refused, and what was sent."""


class Reviews(Resource):
    """Methods of `reviews`."""

    consent = method(calls.reviews_consent)
    """Consent to a review."""

    decide = method(calls.reviews_decide)
    """Decide a review."""

    mail_code = method(calls.reviews_mail_code)
    """Mail a code to the reviewer."""

    get = method(calls.reviews_get)
    """Read a review."""

    request = method(calls.reviews_request)
    """Request a review."""

    withdraw = method(calls.reviews_withdraw)
    """Withdraw a review."""


class Sandbox(Resource):
    """Methods of `sandbox`."""

    compile = method(calls.sandbox_compile)
    """Compile a text into a demo Spool."""

    open_session = method(calls.sandbox_open_session)
    """Open a sandbox session."""

    read_session = method(calls.sandbox_read_session)
    """Read the remaining budget of a sandbox session."""

    verify = method(calls.sandbox_verify)
    """Verify a delivery in one call, in the sandbox."""

    preflight = method(calls.sandbox_preflight)
    """Verify a delivery in one call, in the sandbox."""

    @property
    def spools(self) -> SandboxSpools:
        """Methods of `sandbox.spools`."""
        return SandboxSpools(self._run)


class Service(Resource):
    """Methods of `service`."""

    capabilities = method(calls.service_capabilities)
    """Read the capabilities of this deployment."""

    health = method(calls.service_health)
    """Check that the service answers."""

    readiness = method(calls.service_readiness)
    """Check that the service is ready."""


class Settlement(Resource):
    """Methods of `settlement`."""

    read_grant = method(calls.settlement_read_grant)
    """Read a settlement grant."""

    grant = method(calls.settlement_grant)
    """Create a settlement grant."""

    grant_template = method(calls.settlement_grant_template)
    """Read the template of a settlement grant."""

    sign = method(calls.settlement_sign)
    """Submit the signatures of the settlement transfers."""


class Sources(Resource):
    """Methods of `sources`."""

    create = method(calls.sources_create)
    """Register a source."""

    list = listing_method(calls.sources_list)
    """List sources."""

    pause = method(calls.sources_pause)
    """Pause a source."""

    get = method(calls.sources_get)
    """Read a source."""

    deliver = method(calls.sources_deliver)
    """Deliver signed payloads."""

    resume = method(calls.sources_resume)
    """Resume a source."""

    revoke = method(calls.sources_revoke)
    """Revoke a source."""

    rotate = method(calls.sources_rotate)
    """Rotate the key of a source."""

    sync = method(calls.sources_sync)
    """Sync a source."""

    test = method(calls.sources_test)
    """Try a payload."""


class Spools(Resource):
    """Methods of `spools`."""

    abandon = method(calls.spools_abandon)
    """Abandon a Spool."""

    accept = method(actions.spools_accept)

    amend = method(calls.spools_amend)
    """Amend the conditions or units of a proposed Spool."""

    cancel = method(calls.spools_cancel)
    """Cancel a Spool, or request its cancellation."""

    commit = method(calls.spools_commit)
    """Commit to the settlement of a Spool."""

    complete = method(calls.spools_complete)
    """Read a completed Spool."""

    create = method(calls.spools_create)
    """Create a Spool."""

    list = listing_method(calls.spools_list)
    """List Spools."""

    decline = method(calls.spools_decline)
    """Decline a Spool or a cancellation request."""

    invite = method(calls.spools_invite)
    """Invite the counterparty of a Spool."""

    facts = listing_method(calls.spools_facts)
    """List facts of a Spool."""

    events = listing_method(calls.spools_events)
    """List the events of a Spool."""

    onboard_provider = method(calls.spools_onboard_provider)
    """Start the payout set-up of the provider."""

    propose = method(calls.spools_propose)
    """Propose a Spool."""

    quote = method(calls.spools_quote)
    """Create a binding quote for an agent Spool."""

    read_quote = method(calls.spools_read_quote)
    """Read the current quote of an agent Spool."""

    evidence = method(calls.spools_evidence)
    """Read an evidence item."""

    get = method(calls.spools_get)
    """Read a Spool."""

    get_if_changed = method(actions.spools_get_if_changed)

    wait_for = method(actions.spools_wait_for)

    shared = method(calls.spools_shared)
    """Read a Spool."""

    record_external_result = method(calls.spools_record_external_result)
    """Submit the signed result of an external party."""

    submit_evidence = method(actions.spools_submit_evidence)

    confirm = method(actions.spools_confirm)

    verify = method(calls.spools_verify)
    """Verify the delivery of a Spool."""

    preview_verification = method(calls.spools_preview_verification)
    """Verify the delivery of a Spool."""

    withdraw_evidence = method(calls.spools_withdraw_evidence)
    """Withdraw the content of an evidence item."""

    download_evidence = method(calls.spools_download_evidence)
    """Download the content of an evidence item."""

    @property
    def claims(self) -> SpoolsClaims:
        """Methods of `spools.claims`."""
        return SpoolsClaims(self._run)

    @property
    def matches(self) -> SpoolsMatches:
        """Methods of `spools.matches`."""
        return SpoolsMatches(self._run)


class Usage(Resource):
    """Methods of `usage`."""

    get = method(calls.usage_get)
    """Read the usage of a period."""


class Verifications(Resource):
    """Methods of `verifications`."""

    buy = method(calls.verifications_buy)
    """Verify a delivery in one call and pay with x402."""


class Methods(Resource):
    """Every method."""

    outcome_index = method(calls.outcome_index)
    """Read the outcome index."""

    verify = method(calls.verify)
    """Verify a delivery in one call."""

    preflight = method(calls.preflight)
    """Verify a delivery in one call."""

    @property
    def spools(self) -> Spools:
        """Methods of `spools`."""
        return Spools(self._run)

    @property
    def disputes(self) -> Disputes:
        """Methods of `disputes`."""
        return Disputes(self._run)

    @property
    def audits(self) -> Audits:
        """Methods of `audits`."""
        return Audits(self._run)

    @property
    def credits(self) -> Credits:
        """Methods of `credits`."""
        return Credits(self._run)

    @property
    def verifications(self) -> Verifications:
        """Methods of `verifications`."""
        return Verifications(self._run)

    @property
    def policies(self) -> Policies:
        """Methods of `policies`."""
        return Policies(self._run)

    @property
    def reviews(self) -> Reviews:
        """Methods of `reviews`."""
        return Reviews(self._run)

    @property
    def sources(self) -> Sources:
        """Methods of `sources`."""
        return Sources(self._run)

    @property
    def discrepancies(self) -> Discrepancies:
        """Methods of `discrepancies`."""
        return Discrepancies(self._run)

    @property
    def recipes(self) -> Recipes:
        """Methods of `recipes`."""
        return Recipes(self._run)

    @property
    def receipts(self) -> Receipts:
        """Methods of `receipts`."""
        return Receipts(self._run)

    @property
    def settlement(self) -> Settlement:
        """Methods of `settlement`."""
        return Settlement(self._run)

    @property
    def usage(self) -> Usage:
        """Methods of `usage`."""
        return Usage(self._run)

    @property
    def attestations(self) -> Attestations:
        """Methods of `attestations`."""
        return Attestations(self._run)

    @property
    def sandbox(self) -> Sandbox:
        """Methods of `sandbox`."""
        return Sandbox(self._run)

    @property
    def keys(self) -> Keys:
        """Methods of `keys`."""
        return Keys(self._run)

    @property
    def requests(self) -> Requests:
        """Methods of `requests`."""
        return Requests(self._run)

    @property
    def account(self) -> Account:
        """Methods of `account`."""
        return Account(self._run)

    @property
    def service(self) -> Service:
        """Methods of `service`."""
        return Service(self._run)

    @property
    def guide(self) -> Guide:
        """Methods of `guide`."""
        return Guide(self._run)

    @property
    def pages(self) -> Pages:
        """Methods of `pages`."""
        return Pages(self._run)

    @property
    def log(self) -> Log:
        """Methods of `log`."""
        return Log(self._run)


class AsyncSandboxSpools(Resource):
    """Methods of `sandbox.spools`."""

    confirm = async_method(calls.sandbox_spools_confirm)
    """Confirm conditions of a demo Spool."""

    accept = async_method(calls.sandbox_spools_accept)
    """Accept a demo Spool."""

    events = async_listing_method(calls.sandbox_spools_events)
    """List the events of a demo Spool."""

    get = async_method(calls.sandbox_spools_get)
    """Read a demo Spool."""

    submit_evidence = async_method(calls.sandbox_spools_submit_evidence)
    """Submit evidence to a demo Spool."""

    verify = async_method(calls.sandbox_spools_verify)
    """Verify the delivery of a demo Spool."""

    preview_verification = async_method(calls.sandbox_spools_preview_verification)
    """Verify the delivery of a demo Spool."""


class AsyncSpoolsClaims(Resource):
    """Methods of `spools.claims`."""

    list = async_listing_method(calls.spools_claims_list)
    """List claims."""

    record = async_method(calls.spools_claims_record)
    """Record claims."""


class AsyncSpoolsMatches(Resource):
    """Methods of `spools.matches`."""

    list = async_listing_method(calls.spools_matches_list)
    """List the results of the last match."""

    run = async_method(calls.spools_matches_run)
    """Match claims with facts."""


class AsyncAccount(Resource):
    """Methods of `account`."""

    get = async_method(calls.account_get)
    """Read the account and limits of the caller."""


class AsyncAttestations(Resource):
    """Methods of `attestations`."""

    verify = async_method(calls.attestations_verify)
    """Verify an attestation."""


class AsyncAudits(Resource):
    """Methods of `audits`."""

    invoice = async_method(calls.audits_invoice)
    """Audit an invoice against a record."""

    replay = async_method(calls.audits_replay)
    """Replay a promise over a history."""


class AsyncCredits(Resource):
    """Methods of `credits`."""

    buy_pack_by_mpp = async_method(calls.credits_buy_pack_by_mpp)
    """Buy a credit pack by card with MPP."""

    buy_pack_by_x402 = async_method(calls.credits_buy_pack_by_x402)
    """Buy a credit pack with x402."""

    balance = async_method(calls.credits_balance)
    """Read the credit balance."""


class AsyncDiscrepancies(Resource):
    """Methods of `discrepancies`."""

    dismiss = async_method(calls.discrepancies_dismiss)
    """Dismiss a discrepancy."""

    list = async_listing_method(calls.discrepancies_list)
    """List the discrepancies of a Spool."""

    open = async_method(calls.discrepancies_open)
    """Open a discrepancy."""

    get = async_method(calls.discrepancies_get)
    """Read a discrepancy."""

    resolve = async_method(calls.discrepancies_resolve)
    """Resolve a discrepancy."""


class AsyncDisputes(Resource):
    """Methods of `disputes`."""

    add_statement = async_method(calls.disputes_add_statement)
    """Add a statement to a dispute."""

    open = async_method(calls.disputes_open)
    """Dispute a receipt."""

    get = async_method(calls.disputes_get)
    """Read a dispute."""

    record_result = async_method(calls.disputes_record_result)
    """Record an external decision on a dispute."""

    respond = async_method(calls.disputes_respond)
    """Respond to a dispute."""

    withdraw = async_method(calls.disputes_withdraw)
    """Withdraw a dispute."""


class AsyncGuide(Resource):
    """Methods of `guide`."""

    errors = async_method(calls.guide_errors)
    """Read the list of error codes and reasons."""

    page = async_method(calls.guide_page)
    """Read a page of the guide."""

    search = async_method(calls.guide_search)
    """Search the documentation."""


class AsyncKeys(Resource):
    """Methods of `keys`."""

    exchange = async_method(calls.keys_exchange)
    """Exchange a grant for an API key."""

    read_did = async_method(calls.keys_read_did)
    """Read the DID document of the keys that sign payment offers and receipts."""

    read = async_method(calls.keys_read)
    """Read the public keys of all signatures."""

    read_version = async_method(calls.keys_read_version)
    """Read an earlier version of the public keys."""


class AsyncLog(Resource):
    """Methods of `log`."""

    checkpoint = async_method(calls.log_checkpoint)
    """Read the signed checkpoint of the transparency log of production."""

    tile = async_method(calls.log_tile)
    """Read a tile of the transparency log of production."""

    demo_checkpoint = async_method(calls.log_demo_checkpoint)
    """Read the signed checkpoint of the transparency log of demo."""

    demo_tile = async_method(calls.log_demo_tile)
    """Read a tile of the transparency log of demo."""


class AsyncPages(Resource):
    """Methods of `pages`."""

    credits = async_method(calls.pages_credits)
    """Show how to get credits."""

    outcome_index = async_method(calls.pages_outcome_index)
    """Show the outcome index."""

    receipt = async_method(calls.pages_receipt)
    """Show a receipt."""

    return_ = async_method(calls.pages_return_)
    """Show the next page after the payout set-up."""

    spool = async_method(calls.pages_spool)
    """Show a shared Spool."""

    versions = async_method(calls.pages_versions)
    """Show deprecated parts of the API."""


class AsyncPolicies(Resource):
    """Methods of `policies`."""

    compile = async_method(calls.policies_compile)
    """Compile a text into conditions."""

    confirm = async_method(calls.policies_confirm)
    """Confirm a compiled policy."""


class AsyncReceipts(Resource):
    """Methods of `receipts`."""

    get = async_method(calls.receipts_get)
    """Read a receipt with its status and attestation."""

    status = async_method(calls.receipts_status)
    """Read the online status of a receipt."""

    record_consumption = async_method(calls.receipts_record_consumption)
    """Record a use of a receipt."""

    supersede = async_method(calls.receipts_supersede)
    """Replace a receipt."""

    credential = async_method(calls.receipts_credential)
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)."""

    envelope = async_method(calls.receipts_envelope)
    """Read a receipt as an in-toto statement in a DSSE envelope."""

    download = async_method(calls.receipts_download)
    """Download a receipt."""

    public_status = async_method(calls.receipts_public_status)
    """Read the online status of a receipt."""

    bundle = async_method(calls.receipts_bundle)
    """Download the bundle of a receipt for offline verification."""

    verify = staticmethod(offline.receipts_verify)


class AsyncRecipes(Resource):
    """Methods of `recipes`."""

    list = async_listing_method(calls.recipes_list)
    """List recipes."""

    get = async_method(calls.recipes_get)
    """Read a recipe."""


class AsyncRequests(Resource):
    """Methods of `requests`."""

    list = async_listing_method(calls.requests_list)
    """List the refused requests of the account."""

    get = async_method(calls.requests_get)
    """Read a request of the account: why it was refused, and what was sent."""


class AsyncReviews(Resource):
    """Methods of `reviews`."""

    consent = async_method(calls.reviews_consent)
    """Consent to a review."""

    decide = async_method(calls.reviews_decide)
    """Decide a review."""

    mail_code = async_method(calls.reviews_mail_code)
    """Mail a code to the reviewer."""

    get = async_method(calls.reviews_get)
    """Read a review."""

    request = async_method(calls.reviews_request)
    """Request a review."""

    withdraw = async_method(calls.reviews_withdraw)
    """Withdraw a review."""


class AsyncSandbox(Resource):
    """Methods of `sandbox`."""

    compile = async_method(calls.sandbox_compile)
    """Compile a text into a demo Spool."""

    open_session = async_method(calls.sandbox_open_session)
    """Open a sandbox session."""

    read_session = async_method(calls.sandbox_read_session)
    """Read the remaining budget of a sandbox session."""

    verify = async_method(calls.sandbox_verify)
    """Verify a delivery in one call, in the sandbox."""

    preflight = async_method(calls.sandbox_preflight)
    """Verify a delivery in one call, in the sandbox."""

    @property
    def spools(self) -> AsyncSandboxSpools:
        """Methods of `sandbox.spools`."""
        return AsyncSandboxSpools(self._run)


class AsyncService(Resource):
    """Methods of `service`."""

    capabilities = async_method(calls.service_capabilities)
    """Read the capabilities of this deployment."""

    health = async_method(calls.service_health)
    """Check that the service answers."""

    readiness = async_method(calls.service_readiness)
    """Check that the service is ready."""


class AsyncSettlement(Resource):
    """Methods of `settlement`."""

    read_grant = async_method(calls.settlement_read_grant)
    """Read a settlement grant."""

    grant = async_method(calls.settlement_grant)
    """Create a settlement grant."""

    grant_template = async_method(calls.settlement_grant_template)
    """Read the template of a settlement grant."""

    sign = async_method(calls.settlement_sign)
    """Submit the signatures of the settlement transfers."""


class AsyncSources(Resource):
    """Methods of `sources`."""

    create = async_method(calls.sources_create)
    """Register a source."""

    list = async_listing_method(calls.sources_list)
    """List sources."""

    pause = async_method(calls.sources_pause)
    """Pause a source."""

    get = async_method(calls.sources_get)
    """Read a source."""

    deliver = async_method(calls.sources_deliver)
    """Deliver signed payloads."""

    resume = async_method(calls.sources_resume)
    """Resume a source."""

    revoke = async_method(calls.sources_revoke)
    """Revoke a source."""

    rotate = async_method(calls.sources_rotate)
    """Rotate the key of a source."""

    sync = async_method(calls.sources_sync)
    """Sync a source."""

    test = async_method(calls.sources_test)
    """Try a payload."""


class AsyncSpools(Resource):
    """Methods of `spools`."""

    abandon = async_method(calls.spools_abandon)
    """Abandon a Spool."""

    accept = async_method(actions.spools_accept)

    amend = async_method(calls.spools_amend)
    """Amend the conditions or units of a proposed Spool."""

    cancel = async_method(calls.spools_cancel)
    """Cancel a Spool, or request its cancellation."""

    commit = async_method(calls.spools_commit)
    """Commit to the settlement of a Spool."""

    complete = async_method(calls.spools_complete)
    """Read a completed Spool."""

    create = async_method(calls.spools_create)
    """Create a Spool."""

    list = async_listing_method(calls.spools_list)
    """List Spools."""

    decline = async_method(calls.spools_decline)
    """Decline a Spool or a cancellation request."""

    invite = async_method(calls.spools_invite)
    """Invite the counterparty of a Spool."""

    facts = async_listing_method(calls.spools_facts)
    """List facts of a Spool."""

    events = async_listing_method(calls.spools_events)
    """List the events of a Spool."""

    onboard_provider = async_method(calls.spools_onboard_provider)
    """Start the payout set-up of the provider."""

    propose = async_method(calls.spools_propose)
    """Propose a Spool."""

    quote = async_method(calls.spools_quote)
    """Create a binding quote for an agent Spool."""

    read_quote = async_method(calls.spools_read_quote)
    """Read the current quote of an agent Spool."""

    evidence = async_method(calls.spools_evidence)
    """Read an evidence item."""

    get = async_method(calls.spools_get)
    """Read a Spool."""

    get_if_changed = async_method(actions.spools_get_if_changed)

    wait_for = async_method(actions.spools_wait_for)

    shared = async_method(calls.spools_shared)
    """Read a Spool."""

    record_external_result = async_method(calls.spools_record_external_result)
    """Submit the signed result of an external party."""

    submit_evidence = async_method(actions.spools_submit_evidence)

    confirm = async_method(actions.spools_confirm)

    verify = async_method(calls.spools_verify)
    """Verify the delivery of a Spool."""

    preview_verification = async_method(calls.spools_preview_verification)
    """Verify the delivery of a Spool."""

    withdraw_evidence = async_method(calls.spools_withdraw_evidence)
    """Withdraw the content of an evidence item."""

    download_evidence = async_method(calls.spools_download_evidence)
    """Download the content of an evidence item."""

    @property
    def claims(self) -> AsyncSpoolsClaims:
        """Methods of `spools.claims`."""
        return AsyncSpoolsClaims(self._run)

    @property
    def matches(self) -> AsyncSpoolsMatches:
        """Methods of `spools.matches`."""
        return AsyncSpoolsMatches(self._run)


class AsyncUsage(Resource):
    """Methods of `usage`."""

    get = async_method(calls.usage_get)
    """Read the usage of a period."""


class AsyncVerifications(Resource):
    """Methods of `verifications`."""

    buy = async_method(calls.verifications_buy)
    """Verify a delivery in one call and pay with x402."""


class AsyncMethods(Resource):
    """Every method."""

    outcome_index = async_method(calls.outcome_index)
    """Read the outcome index."""

    verify = async_method(calls.verify)
    """Verify a delivery in one call."""

    preflight = async_method(calls.preflight)
    """Verify a delivery in one call."""

    @property
    def spools(self) -> AsyncSpools:
        """Methods of `spools`."""
        return AsyncSpools(self._run)

    @property
    def disputes(self) -> AsyncDisputes:
        """Methods of `disputes`."""
        return AsyncDisputes(self._run)

    @property
    def audits(self) -> AsyncAudits:
        """Methods of `audits`."""
        return AsyncAudits(self._run)

    @property
    def credits(self) -> AsyncCredits:
        """Methods of `credits`."""
        return AsyncCredits(self._run)

    @property
    def verifications(self) -> AsyncVerifications:
        """Methods of `verifications`."""
        return AsyncVerifications(self._run)

    @property
    def policies(self) -> AsyncPolicies:
        """Methods of `policies`."""
        return AsyncPolicies(self._run)

    @property
    def reviews(self) -> AsyncReviews:
        """Methods of `reviews`."""
        return AsyncReviews(self._run)

    @property
    def sources(self) -> AsyncSources:
        """Methods of `sources`."""
        return AsyncSources(self._run)

    @property
    def discrepancies(self) -> AsyncDiscrepancies:
        """Methods of `discrepancies`."""
        return AsyncDiscrepancies(self._run)

    @property
    def recipes(self) -> AsyncRecipes:
        """Methods of `recipes`."""
        return AsyncRecipes(self._run)

    @property
    def receipts(self) -> AsyncReceipts:
        """Methods of `receipts`."""
        return AsyncReceipts(self._run)

    @property
    def settlement(self) -> AsyncSettlement:
        """Methods of `settlement`."""
        return AsyncSettlement(self._run)

    @property
    def usage(self) -> AsyncUsage:
        """Methods of `usage`."""
        return AsyncUsage(self._run)

    @property
    def attestations(self) -> AsyncAttestations:
        """Methods of `attestations`."""
        return AsyncAttestations(self._run)

    @property
    def sandbox(self) -> AsyncSandbox:
        """Methods of `sandbox`."""
        return AsyncSandbox(self._run)

    @property
    def keys(self) -> AsyncKeys:
        """Methods of `keys`."""
        return AsyncKeys(self._run)

    @property
    def requests(self) -> AsyncRequests:
        """Methods of `requests`."""
        return AsyncRequests(self._run)

    @property
    def account(self) -> AsyncAccount:
        """Methods of `account`."""
        return AsyncAccount(self._run)

    @property
    def service(self) -> AsyncService:
        """Methods of `service`."""
        return AsyncService(self._run)

    @property
    def guide(self) -> AsyncGuide:
        """Methods of `guide`."""
        return AsyncGuide(self._run)

    @property
    def pages(self) -> AsyncPages:
        """Methods of `pages`."""
        return AsyncPages(self._run)

    @property
    def log(self) -> AsyncLog:
        """Methods of `log`."""
        return AsyncLog(self._run)


class SandboxSpoolsWithResponse(Resource):
    """Methods of `sandbox.spools`, each with the status and the headers of its answer."""

    confirm = response_method(calls.sandbox_spools_confirm)
    """Confirm conditions of a demo Spool."""

    accept = response_method(calls.sandbox_spools_accept)
    """Accept a demo Spool."""

    events = response_listing_method(calls.sandbox_spools_events)
    """List the events of a demo Spool."""

    get = response_method(calls.sandbox_spools_get)
    """Read a demo Spool."""

    submit_evidence = response_method(calls.sandbox_spools_submit_evidence)
    """Submit evidence to a demo Spool."""

    verify = response_method(calls.sandbox_spools_verify)
    """Verify the delivery of a demo Spool."""

    preview_verification = response_method(calls.sandbox_spools_preview_verification)
    """Verify the delivery of a demo Spool."""


class SpoolsClaimsWithResponse(Resource):
    """Methods of `spools.claims`, each with the status and the headers of its answer."""

    list = response_listing_method(calls.spools_claims_list)
    """List claims."""

    record = response_method(calls.spools_claims_record)
    """Record claims."""


class SpoolsMatchesWithResponse(Resource):
    """Methods of `spools.matches`, each with the status and the headers of its answer."""

    list = response_listing_method(calls.spools_matches_list)
    """List the results of the last match."""

    run = response_method(calls.spools_matches_run)
    """Match claims with facts."""


class AccountWithResponse(Resource):
    """Methods of `account`, each with the status and the headers of its answer."""

    get = response_method(calls.account_get)
    """Read the account and limits of the caller."""


class AttestationsWithResponse(Resource):
    """Methods of `attestations`, each with the status and the headers of its answer."""

    verify = response_method(calls.attestations_verify)
    """Verify an attestation."""


class AuditsWithResponse(Resource):
    """Methods of `audits`, each with the status and the headers of its answer."""

    invoice = response_method(calls.audits_invoice)
    """Audit an invoice against a record."""

    replay = response_method(calls.audits_replay)
    """Replay a promise over a history."""


class CreditsWithResponse(Resource):
    """Methods of `credits`, each with the status and the headers of its answer."""

    buy_pack_by_mpp = response_method(calls.credits_buy_pack_by_mpp)
    """Buy a credit pack by card with MPP."""

    buy_pack_by_x402 = response_method(calls.credits_buy_pack_by_x402)
    """Buy a credit pack with x402."""

    balance = response_method(calls.credits_balance)
    """Read the credit balance."""


class DiscrepanciesWithResponse(Resource):
    """Methods of `discrepancies`, each with the status and the headers of its answer."""

    dismiss = response_method(calls.discrepancies_dismiss)
    """Dismiss a discrepancy."""

    list = response_listing_method(calls.discrepancies_list)
    """List the discrepancies of a Spool."""

    open = response_method(calls.discrepancies_open)
    """Open a discrepancy."""

    get = response_method(calls.discrepancies_get)
    """Read a discrepancy."""

    resolve = response_method(calls.discrepancies_resolve)
    """Resolve a discrepancy."""


class DisputesWithResponse(Resource):
    """Methods of `disputes`, each with the status and the headers of its answer."""

    add_statement = response_method(calls.disputes_add_statement)
    """Add a statement to a dispute."""

    open = response_method(calls.disputes_open)
    """Dispute a receipt."""

    get = response_method(calls.disputes_get)
    """Read a dispute."""

    record_result = response_method(calls.disputes_record_result)
    """Record an external decision on a dispute."""

    respond = response_method(calls.disputes_respond)
    """Respond to a dispute."""

    withdraw = response_method(calls.disputes_withdraw)
    """Withdraw a dispute."""


class GuideWithResponse(Resource):
    """Methods of `guide`, each with the status and the headers of its answer."""

    errors = response_method(calls.guide_errors)
    """Read the list of error codes and reasons."""

    page = response_method(calls.guide_page)
    """Read a page of the guide."""

    search = response_method(calls.guide_search)
    """Search the documentation."""


class KeysWithResponse(Resource):
    """Methods of `keys`, each with the status and the headers of its answer."""

    exchange = response_method(calls.keys_exchange)
    """Exchange a grant for an API key."""

    read_did = response_method(calls.keys_read_did)
    """Read the DID document of the keys that sign payment offers and receipts."""

    read = response_method(calls.keys_read)
    """Read the public keys of all signatures."""

    read_version = response_method(calls.keys_read_version)
    """Read an earlier version of the public keys."""


class LogWithResponse(Resource):
    """Methods of `log`, each with the status and the headers of its answer."""

    checkpoint = response_method(calls.log_checkpoint)
    """Read the signed checkpoint of the transparency log of production."""

    tile = response_method(calls.log_tile)
    """Read a tile of the transparency log of production."""

    demo_checkpoint = response_method(calls.log_demo_checkpoint)
    """Read the signed checkpoint of the transparency log of demo."""

    demo_tile = response_method(calls.log_demo_tile)
    """Read a tile of the transparency log of demo."""


class PagesWithResponse(Resource):
    """Methods of `pages`, each with the status and the headers of its answer."""

    credits = response_method(calls.pages_credits)
    """Show how to get credits."""

    outcome_index = response_method(calls.pages_outcome_index)
    """Show the outcome index."""

    receipt = response_method(calls.pages_receipt)
    """Show a receipt."""

    return_ = response_method(calls.pages_return_)
    """Show the next page after the payout set-up."""

    spool = response_method(calls.pages_spool)
    """Show a shared Spool."""

    versions = response_method(calls.pages_versions)
    """Show deprecated parts of the API."""


class PoliciesWithResponse(Resource):
    """Methods of `policies`, each with the status and the headers of its answer."""

    compile = response_method(calls.policies_compile)
    """Compile a text into conditions."""

    confirm = response_method(calls.policies_confirm)
    """Confirm a compiled policy."""


class ReceiptsWithResponse(Resource):
    """Methods of `receipts`, each with the status and the headers of its answer."""

    get = response_method(calls.receipts_get)
    """Read a receipt with its status and attestation."""

    status = response_method(calls.receipts_status)
    """Read the online status of a receipt."""

    record_consumption = response_method(calls.receipts_record_consumption)
    """Record a use of a receipt."""

    supersede = response_method(calls.receipts_supersede)
    """Replace a receipt."""

    credential = response_method(calls.receipts_credential)
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)."""

    envelope = response_method(calls.receipts_envelope)
    """Read a receipt as an in-toto statement in a DSSE envelope."""

    download = response_method(calls.receipts_download)
    """Download a receipt."""

    public_status = response_method(calls.receipts_public_status)
    """Read the online status of a receipt."""

    bundle = response_method(calls.receipts_bundle)
    """Download the bundle of a receipt for offline verification."""


class RecipesWithResponse(Resource):
    """Methods of `recipes`, each with the status and the headers of its answer."""

    list = response_listing_method(calls.recipes_list)
    """List recipes."""

    get = response_method(calls.recipes_get)
    """Read a recipe."""


class RequestsWithResponse(Resource):
    """Methods of `requests`, each with the status and the headers of its answer."""

    list = response_listing_method(calls.requests_list)
    """List the refused requests of the account."""

    get = response_method(calls.requests_get)
    """Read a request of the account: why it was refused, and what was sent."""


class ReviewsWithResponse(Resource):
    """Methods of `reviews`, each with the status and the headers of its answer."""

    consent = response_method(calls.reviews_consent)
    """Consent to a review."""

    decide = response_method(calls.reviews_decide)
    """Decide a review."""

    mail_code = response_method(calls.reviews_mail_code)
    """Mail a code to the reviewer."""

    get = response_method(calls.reviews_get)
    """Read a review."""

    request = response_method(calls.reviews_request)
    """Request a review."""

    withdraw = response_method(calls.reviews_withdraw)
    """Withdraw a review."""


class SandboxWithResponse(Resource):
    """Methods of `sandbox`, each with the status and the headers of its answer."""

    compile = response_method(calls.sandbox_compile)
    """Compile a text into a demo Spool."""

    open_session = response_method(calls.sandbox_open_session)
    """Open a sandbox session."""

    read_session = response_method(calls.sandbox_read_session)
    """Read the remaining budget of a sandbox session."""

    verify = response_method(calls.sandbox_verify)
    """Verify a delivery in one call, in the sandbox."""

    preflight = response_method(calls.sandbox_preflight)
    """Verify a delivery in one call, in the sandbox."""

    @property
    def spools(self) -> SandboxSpoolsWithResponse:
        """Methods of `sandbox.spools`, each with the status and the headers of its answer."""
        return SandboxSpoolsWithResponse(self._run)


class ServiceWithResponse(Resource):
    """Methods of `service`, each with the status and the headers of its answer."""

    capabilities = response_method(calls.service_capabilities)
    """Read the capabilities of this deployment."""

    health = response_method(calls.service_health)
    """Check that the service answers."""

    readiness = response_method(calls.service_readiness)
    """Check that the service is ready."""


class SettlementWithResponse(Resource):
    """Methods of `settlement`, each with the status and the headers of its answer."""

    read_grant = response_method(calls.settlement_read_grant)
    """Read a settlement grant."""

    grant = response_method(calls.settlement_grant)
    """Create a settlement grant."""

    grant_template = response_method(calls.settlement_grant_template)
    """Read the template of a settlement grant."""

    sign = response_method(calls.settlement_sign)
    """Submit the signatures of the settlement transfers."""


class SourcesWithResponse(Resource):
    """Methods of `sources`, each with the status and the headers of its answer."""

    create = response_method(calls.sources_create)
    """Register a source."""

    list = response_listing_method(calls.sources_list)
    """List sources."""

    pause = response_method(calls.sources_pause)
    """Pause a source."""

    get = response_method(calls.sources_get)
    """Read a source."""

    deliver = response_method(calls.sources_deliver)
    """Deliver signed payloads."""

    resume = response_method(calls.sources_resume)
    """Resume a source."""

    revoke = response_method(calls.sources_revoke)
    """Revoke a source."""

    rotate = response_method(calls.sources_rotate)
    """Rotate the key of a source."""

    sync = response_method(calls.sources_sync)
    """Sync a source."""

    test = response_method(calls.sources_test)
    """Try a payload."""


class SpoolsWithResponse(Resource):
    """Methods of `spools`, each with the status and the headers of its answer."""

    abandon = response_method(calls.spools_abandon)
    """Abandon a Spool."""

    accept = response_method(actions.spools_accept)

    amend = response_method(calls.spools_amend)
    """Amend the conditions or units of a proposed Spool."""

    cancel = response_method(calls.spools_cancel)
    """Cancel a Spool, or request its cancellation."""

    commit = response_method(calls.spools_commit)
    """Commit to the settlement of a Spool."""

    complete = response_method(calls.spools_complete)
    """Read a completed Spool."""

    create = response_method(calls.spools_create)
    """Create a Spool."""

    list = response_listing_method(calls.spools_list)
    """List Spools."""

    decline = response_method(calls.spools_decline)
    """Decline a Spool or a cancellation request."""

    invite = response_method(calls.spools_invite)
    """Invite the counterparty of a Spool."""

    facts = response_listing_method(calls.spools_facts)
    """List facts of a Spool."""

    events = response_listing_method(calls.spools_events)
    """List the events of a Spool."""

    onboard_provider = response_method(calls.spools_onboard_provider)
    """Start the payout set-up of the provider."""

    propose = response_method(calls.spools_propose)
    """Propose a Spool."""

    quote = response_method(calls.spools_quote)
    """Create a binding quote for an agent Spool."""

    read_quote = response_method(calls.spools_read_quote)
    """Read the current quote of an agent Spool."""

    evidence = response_method(calls.spools_evidence)
    """Read an evidence item."""

    get = response_method(calls.spools_get)
    """Read a Spool."""

    get_if_changed = response_method(actions.spools_get_if_changed)

    wait_for = response_method(actions.spools_wait_for)

    shared = response_method(calls.spools_shared)
    """Read a Spool."""

    record_external_result = response_method(calls.spools_record_external_result)
    """Submit the signed result of an external party."""

    submit_evidence = response_method(actions.spools_submit_evidence)

    confirm = response_method(actions.spools_confirm)

    verify = response_method(calls.spools_verify)
    """Verify the delivery of a Spool."""

    preview_verification = response_method(calls.spools_preview_verification)
    """Verify the delivery of a Spool."""

    withdraw_evidence = response_method(calls.spools_withdraw_evidence)
    """Withdraw the content of an evidence item."""

    download_evidence = response_method(calls.spools_download_evidence)
    """Download the content of an evidence item."""

    @property
    def claims(self) -> SpoolsClaimsWithResponse:
        """Methods of `spools.claims`, each with the status and the headers of its answer."""
        return SpoolsClaimsWithResponse(self._run)

    @property
    def matches(self) -> SpoolsMatchesWithResponse:
        """Methods of `spools.matches`, each with the status and the headers of its answer."""
        return SpoolsMatchesWithResponse(self._run)


class UsageWithResponse(Resource):
    """Methods of `usage`, each with the status and the headers of its answer."""

    get = response_method(calls.usage_get)
    """Read the usage of a period."""


class VerificationsWithResponse(Resource):
    """Methods of `verifications`, each with the status and the headers of its answer."""

    buy = response_method(calls.verifications_buy)
    """Verify a delivery in one call and pay with x402."""


class MethodsWithResponse(Resource):
    """Every method, each with the status and the headers of its answer."""

    outcome_index = response_method(calls.outcome_index)
    """Read the outcome index."""

    verify = response_method(calls.verify)
    """Verify a delivery in one call."""

    preflight = response_method(calls.preflight)
    """Verify a delivery in one call."""

    @property
    def spools(self) -> SpoolsWithResponse:
        """Methods of `spools`, each with the status and the headers of its answer."""
        return SpoolsWithResponse(self._run)

    @property
    def disputes(self) -> DisputesWithResponse:
        """Methods of `disputes`, each with the status and the headers of its answer."""
        return DisputesWithResponse(self._run)

    @property
    def audits(self) -> AuditsWithResponse:
        """Methods of `audits`, each with the status and the headers of its answer."""
        return AuditsWithResponse(self._run)

    @property
    def credits(self) -> CreditsWithResponse:
        """Methods of `credits`, each with the status and the headers of its answer."""
        return CreditsWithResponse(self._run)

    @property
    def verifications(self) -> VerificationsWithResponse:
        """Methods of `verifications`, each with the status and the headers of its answer."""
        return VerificationsWithResponse(self._run)

    @property
    def policies(self) -> PoliciesWithResponse:
        """Methods of `policies`, each with the status and the headers of its answer."""
        return PoliciesWithResponse(self._run)

    @property
    def reviews(self) -> ReviewsWithResponse:
        """Methods of `reviews`, each with the status and the headers of its answer."""
        return ReviewsWithResponse(self._run)

    @property
    def sources(self) -> SourcesWithResponse:
        """Methods of `sources`, each with the status and the headers of its answer."""
        return SourcesWithResponse(self._run)

    @property
    def discrepancies(self) -> DiscrepanciesWithResponse:
        """Methods of `discrepancies`, each with the status and the headers of its answer."""
        return DiscrepanciesWithResponse(self._run)

    @property
    def recipes(self) -> RecipesWithResponse:
        """Methods of `recipes`, each with the status and the headers of its answer."""
        return RecipesWithResponse(self._run)

    @property
    def receipts(self) -> ReceiptsWithResponse:
        """Methods of `receipts`, each with the status and the headers of its answer."""
        return ReceiptsWithResponse(self._run)

    @property
    def settlement(self) -> SettlementWithResponse:
        """Methods of `settlement`, each with the status and the headers of its answer."""
        return SettlementWithResponse(self._run)

    @property
    def usage(self) -> UsageWithResponse:
        """Methods of `usage`, each with the status and the headers of its answer."""
        return UsageWithResponse(self._run)

    @property
    def attestations(self) -> AttestationsWithResponse:
        """Methods of `attestations`, each with the status and the headers of its answer."""
        return AttestationsWithResponse(self._run)

    @property
    def sandbox(self) -> SandboxWithResponse:
        """Methods of `sandbox`, each with the status and the headers of its answer."""
        return SandboxWithResponse(self._run)

    @property
    def keys(self) -> KeysWithResponse:
        """Methods of `keys`, each with the status and the headers of its answer."""
        return KeysWithResponse(self._run)

    @property
    def requests(self) -> RequestsWithResponse:
        """Methods of `requests`, each with the status and the headers of its answer."""
        return RequestsWithResponse(self._run)

    @property
    def account(self) -> AccountWithResponse:
        """Methods of `account`, each with the status and the headers of its answer."""
        return AccountWithResponse(self._run)

    @property
    def service(self) -> ServiceWithResponse:
        """Methods of `service`, each with the status and the headers of its answer."""
        return ServiceWithResponse(self._run)

    @property
    def guide(self) -> GuideWithResponse:
        """Methods of `guide`, each with the status and the headers of its answer."""
        return GuideWithResponse(self._run)

    @property
    def pages(self) -> PagesWithResponse:
        """Methods of `pages`, each with the status and the headers of its answer."""
        return PagesWithResponse(self._run)

    @property
    def log(self) -> LogWithResponse:
        """Methods of `log`, each with the status and the headers of its answer."""
        return LogWithResponse(self._run)


class AsyncSandboxSpoolsWithResponse(Resource):
    """Methods of `sandbox.spools`, each with the status and the headers of its answer."""

    confirm = async_response_method(calls.sandbox_spools_confirm)
    """Confirm conditions of a demo Spool."""

    accept = async_response_method(calls.sandbox_spools_accept)
    """Accept a demo Spool."""

    events = async_response_listing_method(calls.sandbox_spools_events)
    """List the events of a demo Spool."""

    get = async_response_method(calls.sandbox_spools_get)
    """Read a demo Spool."""

    submit_evidence = async_response_method(calls.sandbox_spools_submit_evidence)
    """Submit evidence to a demo Spool."""

    verify = async_response_method(calls.sandbox_spools_verify)
    """Verify the delivery of a demo Spool."""

    preview_verification = async_response_method(calls.sandbox_spools_preview_verification)
    """Verify the delivery of a demo Spool."""


class AsyncSpoolsClaimsWithResponse(Resource):
    """Methods of `spools.claims`, each with the status and the headers of its answer."""

    list = async_response_listing_method(calls.spools_claims_list)
    """List claims."""

    record = async_response_method(calls.spools_claims_record)
    """Record claims."""


class AsyncSpoolsMatchesWithResponse(Resource):
    """Methods of `spools.matches`, each with the status and the headers of its answer."""

    list = async_response_listing_method(calls.spools_matches_list)
    """List the results of the last match."""

    run = async_response_method(calls.spools_matches_run)
    """Match claims with facts."""


class AsyncAccountWithResponse(Resource):
    """Methods of `account`, each with the status and the headers of its answer."""

    get = async_response_method(calls.account_get)
    """Read the account and limits of the caller."""


class AsyncAttestationsWithResponse(Resource):
    """Methods of `attestations`, each with the status and the headers of its answer."""

    verify = async_response_method(calls.attestations_verify)
    """Verify an attestation."""


class AsyncAuditsWithResponse(Resource):
    """Methods of `audits`, each with the status and the headers of its answer."""

    invoice = async_response_method(calls.audits_invoice)
    """Audit an invoice against a record."""

    replay = async_response_method(calls.audits_replay)
    """Replay a promise over a history."""


class AsyncCreditsWithResponse(Resource):
    """Methods of `credits`, each with the status and the headers of its answer."""

    buy_pack_by_mpp = async_response_method(calls.credits_buy_pack_by_mpp)
    """Buy a credit pack by card with MPP."""

    buy_pack_by_x402 = async_response_method(calls.credits_buy_pack_by_x402)
    """Buy a credit pack with x402."""

    balance = async_response_method(calls.credits_balance)
    """Read the credit balance."""


class AsyncDiscrepanciesWithResponse(Resource):
    """Methods of `discrepancies`, each with the status and the headers of its answer."""

    dismiss = async_response_method(calls.discrepancies_dismiss)
    """Dismiss a discrepancy."""

    list = async_response_listing_method(calls.discrepancies_list)
    """List the discrepancies of a Spool."""

    open = async_response_method(calls.discrepancies_open)
    """Open a discrepancy."""

    get = async_response_method(calls.discrepancies_get)
    """Read a discrepancy."""

    resolve = async_response_method(calls.discrepancies_resolve)
    """Resolve a discrepancy."""


class AsyncDisputesWithResponse(Resource):
    """Methods of `disputes`, each with the status and the headers of its answer."""

    add_statement = async_response_method(calls.disputes_add_statement)
    """Add a statement to a dispute."""

    open = async_response_method(calls.disputes_open)
    """Dispute a receipt."""

    get = async_response_method(calls.disputes_get)
    """Read a dispute."""

    record_result = async_response_method(calls.disputes_record_result)
    """Record an external decision on a dispute."""

    respond = async_response_method(calls.disputes_respond)
    """Respond to a dispute."""

    withdraw = async_response_method(calls.disputes_withdraw)
    """Withdraw a dispute."""


class AsyncGuideWithResponse(Resource):
    """Methods of `guide`, each with the status and the headers of its answer."""

    errors = async_response_method(calls.guide_errors)
    """Read the list of error codes and reasons."""

    page = async_response_method(calls.guide_page)
    """Read a page of the guide."""

    search = async_response_method(calls.guide_search)
    """Search the documentation."""


class AsyncKeysWithResponse(Resource):
    """Methods of `keys`, each with the status and the headers of its answer."""

    exchange = async_response_method(calls.keys_exchange)
    """Exchange a grant for an API key."""

    read_did = async_response_method(calls.keys_read_did)
    """Read the DID document of the keys that sign payment offers and receipts."""

    read = async_response_method(calls.keys_read)
    """Read the public keys of all signatures."""

    read_version = async_response_method(calls.keys_read_version)
    """Read an earlier version of the public keys."""


class AsyncLogWithResponse(Resource):
    """Methods of `log`, each with the status and the headers of its answer."""

    checkpoint = async_response_method(calls.log_checkpoint)
    """Read the signed checkpoint of the transparency log of production."""

    tile = async_response_method(calls.log_tile)
    """Read a tile of the transparency log of production."""

    demo_checkpoint = async_response_method(calls.log_demo_checkpoint)
    """Read the signed checkpoint of the transparency log of demo."""

    demo_tile = async_response_method(calls.log_demo_tile)
    """Read a tile of the transparency log of demo."""


class AsyncPagesWithResponse(Resource):
    """Methods of `pages`, each with the status and the headers of its answer."""

    credits = async_response_method(calls.pages_credits)
    """Show how to get credits."""

    outcome_index = async_response_method(calls.pages_outcome_index)
    """Show the outcome index."""

    receipt = async_response_method(calls.pages_receipt)
    """Show a receipt."""

    return_ = async_response_method(calls.pages_return_)
    """Show the next page after the payout set-up."""

    spool = async_response_method(calls.pages_spool)
    """Show a shared Spool."""

    versions = async_response_method(calls.pages_versions)
    """Show deprecated parts of the API."""


class AsyncPoliciesWithResponse(Resource):
    """Methods of `policies`, each with the status and the headers of its answer."""

    compile = async_response_method(calls.policies_compile)
    """Compile a text into conditions."""

    confirm = async_response_method(calls.policies_confirm)
    """Confirm a compiled policy."""


class AsyncReceiptsWithResponse(Resource):
    """Methods of `receipts`, each with the status and the headers of its answer."""

    get = async_response_method(calls.receipts_get)
    """Read a receipt with its status and attestation."""

    status = async_response_method(calls.receipts_status)
    """Read the online status of a receipt."""

    record_consumption = async_response_method(calls.receipts_record_consumption)
    """Record a use of a receipt."""

    supersede = async_response_method(calls.receipts_supersede)
    """Replace a receipt."""

    credential = async_response_method(calls.receipts_credential)
    """Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)."""

    envelope = async_response_method(calls.receipts_envelope)
    """Read a receipt as an in-toto statement in a DSSE envelope."""

    download = async_response_method(calls.receipts_download)
    """Download a receipt."""

    public_status = async_response_method(calls.receipts_public_status)
    """Read the online status of a receipt."""

    bundle = async_response_method(calls.receipts_bundle)
    """Download the bundle of a receipt for offline verification."""


class AsyncRecipesWithResponse(Resource):
    """Methods of `recipes`, each with the status and the headers of its answer."""

    list = async_response_listing_method(calls.recipes_list)
    """List recipes."""

    get = async_response_method(calls.recipes_get)
    """Read a recipe."""


class AsyncRequestsWithResponse(Resource):
    """Methods of `requests`, each with the status and the headers of its answer."""

    list = async_response_listing_method(calls.requests_list)
    """List the refused requests of the account."""

    get = async_response_method(calls.requests_get)
    """Read a request of the account: why it was refused, and what was sent."""


class AsyncReviewsWithResponse(Resource):
    """Methods of `reviews`, each with the status and the headers of its answer."""

    consent = async_response_method(calls.reviews_consent)
    """Consent to a review."""

    decide = async_response_method(calls.reviews_decide)
    """Decide a review."""

    mail_code = async_response_method(calls.reviews_mail_code)
    """Mail a code to the reviewer."""

    get = async_response_method(calls.reviews_get)
    """Read a review."""

    request = async_response_method(calls.reviews_request)
    """Request a review."""

    withdraw = async_response_method(calls.reviews_withdraw)
    """Withdraw a review."""


class AsyncSandboxWithResponse(Resource):
    """Methods of `sandbox`, each with the status and the headers of its answer."""

    compile = async_response_method(calls.sandbox_compile)
    """Compile a text into a demo Spool."""

    open_session = async_response_method(calls.sandbox_open_session)
    """Open a sandbox session."""

    read_session = async_response_method(calls.sandbox_read_session)
    """Read the remaining budget of a sandbox session."""

    verify = async_response_method(calls.sandbox_verify)
    """Verify a delivery in one call, in the sandbox."""

    preflight = async_response_method(calls.sandbox_preflight)
    """Verify a delivery in one call, in the sandbox."""

    @property
    def spools(self) -> AsyncSandboxSpoolsWithResponse:
        """Methods of `sandbox.spools`, each with the status and the headers of its answer."""
        return AsyncSandboxSpoolsWithResponse(self._run)


class AsyncServiceWithResponse(Resource):
    """Methods of `service`, each with the status and the headers of its answer."""

    capabilities = async_response_method(calls.service_capabilities)
    """Read the capabilities of this deployment."""

    health = async_response_method(calls.service_health)
    """Check that the service answers."""

    readiness = async_response_method(calls.service_readiness)
    """Check that the service is ready."""


class AsyncSettlementWithResponse(Resource):
    """Methods of `settlement`, each with the status and the headers of its answer."""

    read_grant = async_response_method(calls.settlement_read_grant)
    """Read a settlement grant."""

    grant = async_response_method(calls.settlement_grant)
    """Create a settlement grant."""

    grant_template = async_response_method(calls.settlement_grant_template)
    """Read the template of a settlement grant."""

    sign = async_response_method(calls.settlement_sign)
    """Submit the signatures of the settlement transfers."""


class AsyncSourcesWithResponse(Resource):
    """Methods of `sources`, each with the status and the headers of its answer."""

    create = async_response_method(calls.sources_create)
    """Register a source."""

    list = async_response_listing_method(calls.sources_list)
    """List sources."""

    pause = async_response_method(calls.sources_pause)
    """Pause a source."""

    get = async_response_method(calls.sources_get)
    """Read a source."""

    deliver = async_response_method(calls.sources_deliver)
    """Deliver signed payloads."""

    resume = async_response_method(calls.sources_resume)
    """Resume a source."""

    revoke = async_response_method(calls.sources_revoke)
    """Revoke a source."""

    rotate = async_response_method(calls.sources_rotate)
    """Rotate the key of a source."""

    sync = async_response_method(calls.sources_sync)
    """Sync a source."""

    test = async_response_method(calls.sources_test)
    """Try a payload."""


class AsyncSpoolsWithResponse(Resource):
    """Methods of `spools`, each with the status and the headers of its answer."""

    abandon = async_response_method(calls.spools_abandon)
    """Abandon a Spool."""

    accept = async_response_method(actions.spools_accept)

    amend = async_response_method(calls.spools_amend)
    """Amend the conditions or units of a proposed Spool."""

    cancel = async_response_method(calls.spools_cancel)
    """Cancel a Spool, or request its cancellation."""

    commit = async_response_method(calls.spools_commit)
    """Commit to the settlement of a Spool."""

    complete = async_response_method(calls.spools_complete)
    """Read a completed Spool."""

    create = async_response_method(calls.spools_create)
    """Create a Spool."""

    list = async_response_listing_method(calls.spools_list)
    """List Spools."""

    decline = async_response_method(calls.spools_decline)
    """Decline a Spool or a cancellation request."""

    invite = async_response_method(calls.spools_invite)
    """Invite the counterparty of a Spool."""

    facts = async_response_listing_method(calls.spools_facts)
    """List facts of a Spool."""

    events = async_response_listing_method(calls.spools_events)
    """List the events of a Spool."""

    onboard_provider = async_response_method(calls.spools_onboard_provider)
    """Start the payout set-up of the provider."""

    propose = async_response_method(calls.spools_propose)
    """Propose a Spool."""

    quote = async_response_method(calls.spools_quote)
    """Create a binding quote for an agent Spool."""

    read_quote = async_response_method(calls.spools_read_quote)
    """Read the current quote of an agent Spool."""

    evidence = async_response_method(calls.spools_evidence)
    """Read an evidence item."""

    get = async_response_method(calls.spools_get)
    """Read a Spool."""

    get_if_changed = async_response_method(actions.spools_get_if_changed)

    wait_for = async_response_method(actions.spools_wait_for)

    shared = async_response_method(calls.spools_shared)
    """Read a Spool."""

    record_external_result = async_response_method(calls.spools_record_external_result)
    """Submit the signed result of an external party."""

    submit_evidence = async_response_method(actions.spools_submit_evidence)

    confirm = async_response_method(actions.spools_confirm)

    verify = async_response_method(calls.spools_verify)
    """Verify the delivery of a Spool."""

    preview_verification = async_response_method(calls.spools_preview_verification)
    """Verify the delivery of a Spool."""

    withdraw_evidence = async_response_method(calls.spools_withdraw_evidence)
    """Withdraw the content of an evidence item."""

    download_evidence = async_response_method(calls.spools_download_evidence)
    """Download the content of an evidence item."""

    @property
    def claims(self) -> AsyncSpoolsClaimsWithResponse:
        """Methods of `spools.claims`, each with the status and the headers of its answer."""
        return AsyncSpoolsClaimsWithResponse(self._run)

    @property
    def matches(self) -> AsyncSpoolsMatchesWithResponse:
        """Methods of `spools.matches`, each with the status and the headers of its answer."""
        return AsyncSpoolsMatchesWithResponse(self._run)


class AsyncUsageWithResponse(Resource):
    """Methods of `usage`, each with the status and the headers of its answer."""

    get = async_response_method(calls.usage_get)
    """Read the usage of a period."""


class AsyncVerificationsWithResponse(Resource):
    """Methods of `verifications`, each with the status and the headers of its answer."""

    buy = async_response_method(calls.verifications_buy)
    """Verify a delivery in one call and pay with x402."""


class AsyncMethodsWithResponse(Resource):
    """Every method, each with the status and the headers of its answer."""

    outcome_index = async_response_method(calls.outcome_index)
    """Read the outcome index."""

    verify = async_response_method(calls.verify)
    """Verify a delivery in one call."""

    preflight = async_response_method(calls.preflight)
    """Verify a delivery in one call."""

    @property
    def spools(self) -> AsyncSpoolsWithResponse:
        """Methods of `spools`, each with the status and the headers of its answer."""
        return AsyncSpoolsWithResponse(self._run)

    @property
    def disputes(self) -> AsyncDisputesWithResponse:
        """Methods of `disputes`, each with the status and the headers of its answer."""
        return AsyncDisputesWithResponse(self._run)

    @property
    def audits(self) -> AsyncAuditsWithResponse:
        """Methods of `audits`, each with the status and the headers of its answer."""
        return AsyncAuditsWithResponse(self._run)

    @property
    def credits(self) -> AsyncCreditsWithResponse:
        """Methods of `credits`, each with the status and the headers of its answer."""
        return AsyncCreditsWithResponse(self._run)

    @property
    def verifications(self) -> AsyncVerificationsWithResponse:
        """Methods of `verifications`, each with the status and the headers of its answer."""
        return AsyncVerificationsWithResponse(self._run)

    @property
    def policies(self) -> AsyncPoliciesWithResponse:
        """Methods of `policies`, each with the status and the headers of its answer."""
        return AsyncPoliciesWithResponse(self._run)

    @property
    def reviews(self) -> AsyncReviewsWithResponse:
        """Methods of `reviews`, each with the status and the headers of its answer."""
        return AsyncReviewsWithResponse(self._run)

    @property
    def sources(self) -> AsyncSourcesWithResponse:
        """Methods of `sources`, each with the status and the headers of its answer."""
        return AsyncSourcesWithResponse(self._run)

    @property
    def discrepancies(self) -> AsyncDiscrepanciesWithResponse:
        """Methods of `discrepancies`, each with the status and the headers of its answer."""
        return AsyncDiscrepanciesWithResponse(self._run)

    @property
    def recipes(self) -> AsyncRecipesWithResponse:
        """Methods of `recipes`, each with the status and the headers of its answer."""
        return AsyncRecipesWithResponse(self._run)

    @property
    def receipts(self) -> AsyncReceiptsWithResponse:
        """Methods of `receipts`, each with the status and the headers of its answer."""
        return AsyncReceiptsWithResponse(self._run)

    @property
    def settlement(self) -> AsyncSettlementWithResponse:
        """Methods of `settlement`, each with the status and the headers of its answer."""
        return AsyncSettlementWithResponse(self._run)

    @property
    def usage(self) -> AsyncUsageWithResponse:
        """Methods of `usage`, each with the status and the headers of its answer."""
        return AsyncUsageWithResponse(self._run)

    @property
    def attestations(self) -> AsyncAttestationsWithResponse:
        """Methods of `attestations`, each with the status and the headers of its answer."""
        return AsyncAttestationsWithResponse(self._run)

    @property
    def sandbox(self) -> AsyncSandboxWithResponse:
        """Methods of `sandbox`, each with the status and the headers of its answer."""
        return AsyncSandboxWithResponse(self._run)

    @property
    def keys(self) -> AsyncKeysWithResponse:
        """Methods of `keys`, each with the status and the headers of its answer."""
        return AsyncKeysWithResponse(self._run)

    @property
    def requests(self) -> AsyncRequestsWithResponse:
        """Methods of `requests`, each with the status and the headers of its answer."""
        return AsyncRequestsWithResponse(self._run)

    @property
    def account(self) -> AsyncAccountWithResponse:
        """Methods of `account`, each with the status and the headers of its answer."""
        return AsyncAccountWithResponse(self._run)

    @property
    def service(self) -> AsyncServiceWithResponse:
        """Methods of `service`, each with the status and the headers of its answer."""
        return AsyncServiceWithResponse(self._run)

    @property
    def guide(self) -> AsyncGuideWithResponse:
        """Methods of `guide`, each with the status and the headers of its answer."""
        return AsyncGuideWithResponse(self._run)

    @property
    def pages(self) -> AsyncPagesWithResponse:
        """Methods of `pages`, each with the status and the headers of its answer."""
        return AsyncPagesWithResponse(self._run)

    @property
    def log(self) -> AsyncLogWithResponse:
        """Methods of `log`, each with the status and the headers of its answer."""
        return AsyncLogWithResponse(self._run)
