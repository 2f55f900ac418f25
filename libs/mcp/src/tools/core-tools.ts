import * as arg from './argument-schemas.ts'
import type { Json, OperationCall, Tool, ToolWork } from './tool.ts'
import { anyJson } from './portable-schema.ts'
import * as request from './core-requests.ts'

const { text, whole, spool_id, receipt_id } = arg

type Hints = Partial<Tool['annotations']>
type Texts = Pick<Tool, 'name' | 'title' | 'description'>
type Properties = Readonly<Record<string, object>>

const reads: Hints = { readOnlyHint: true }
const ends: Hints = { destructiveHint: true }

function tool(
  texts: Texts,
  [properties, required]: readonly [Properties, readonly string[]],
  hints: Hints,
  work: ToolWork,
): Tool {
  return {
    set: 'core',
    ...texts,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      title: texts.title,
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
      ...hints,
    },
    work,
  }
}

/** Arguments of a tool that a key or a handle is needed for. */
function keyed(properties: Properties, required: readonly string[] = []) {
  return [{ ...properties, act_as: arg.act_as }, required] as const
}

function operation(operationId: string, call: (args: Json) => Omit<OperationCall, 'operationId'>): ToolWork {
  return { kind: 'operation', operationId, call: (args) => ({ operationId, ...call(args) }) }
}

const judging: readonly Tool[] = [
  tool(
    {
      name: 'verify_delivery',
      title: 'Judge a delivery',
      description:
        'Judge finished work against conditions in one call and get a signed receipt of what was earned. Use it when the work is in hand and you alone state what was agreed. When another party must agree first, use create_spool. Charges one run; dry_run charges nothing.',
    },
    keyed(
      {
        conditions: arg.conditionsOrSentences,
        recipe: arg.recipe,
        unit: arg.unit('Pay per unit; else all or nothing by max_amount_cents.'),
        max_amount_cents: whole('Most that can be earned, without unit.', { minimum: 1 }),
        rows: arg.rows('The delivered rows, one object for each unit.'),
        source: text('Where the rows come from.'),
        dry_run: arg.dry_run,
        idempotency_key: arg.idempotency_key,
        more: arg.more,
      },
      ['rows'],
    ),
    {},
    operation('verify-delivery', request.verifyDelivery),
  ),
  tool(
    {
      name: 'compile_conditions',
      title: 'Turn words into conditions',
      description:
        'Read exact conditions out of a brief. Binds nothing. What is unclear comes back as questions, each with rewrites: ask the user, then call again with the sentence that answers. Pass the suggested conditions on to create_spool or verify_delivery.',
    },
    keyed(
      {
        source: text('The brief, in plain words.'),
        fields: {
          type: 'array',
          description: 'Fields of the rows, so that words are read as their names.',
          items: text('Name of a field.'),
        },
        more: arg.more,
      },
      ['source'],
    ),
    reads,
    operation('compile-policy', request.compileConditions),
  ),
]

const agreeing: readonly Tool[] = [
  tool(
    {
      name: 'create_spool',
      title: 'Propose an agreement',
      description:
        'Propose an agreement (a Spool) between exactly two parties: what is delivered, under which conditions, for how much. Only its conditions bind. Next: invite_counterparty, or nothing where the other party has an account_id.',
    },
    keyed(
      {
        type: text(
          'agent_task when software does the work and a wallet pays; else service, digital or goods_in_person.',
          { enum: ['service', 'digital', 'goods_in_person', 'agent_task'] },
        ),
        parties: arg.parties,
        amount_cents: whole('Most that can be earned, in US cents.', { minimum: 1 }),
        title: text('What is delivered, in a few words.'),
        description: text('The same in full.'),
        terms: {
          type: 'array',
          description: 'What was agreed, in words.',
          minItems: 1,
          items: text('One term, as agreed.'),
        },
        conditions: arg.conditions,
        recipe: { type: 'object', description: 'In place of conditions, as in verify_delivery.' },
        unit: arg.unit('Pay per unit; must come to amount_cents.'),
        idempotency_key: arg.idempotency_key,
        more: arg.more,
      },
      ['parties', 'amount_cents', 'title', 'terms'],
    ),
    {},
    operation('create-spool', request.createSpool),
  ),
  tool(
    {
      name: 'get_spool',
      title: 'Look at an agreement',
      description:
        'Read one Spool: where it stands, what you may do (allowed_actions) and what happens next (next_step: who acts and why). Call it before acting, and to wait: ask again while allowed_actions has nothing for you.',
    },
    keyed({ spool_id, view: arg.view('summary leaves out terms, evidence contents and unit results.') }, [
      'spool_id',
    ]),
    reads,
    operation('read-spool', request.ofSpoolInView),
  ),
  tool(
    {
      name: 'list_spools',
      title: 'List agreements',
      description:
        'List the Spools of your account, newest first, to find one you do not have the id of or to see offers made to you.',
    },
    keyed({
      limit: whole('1 to 100.', { default: 20 }),
      after: text('next_cursor of the page before.'),
    }),
    reads,
    operation('list-spools', request.listSpools),
  ),
  tool(
    {
      name: 'get_events',
      title: 'Read the history',
      description:
        'Read what happened to a Spool, in order, each event with who and when. For questions of the past; for what to do now use get_spool.',
    },
    keyed({ spool_id, after: whole('seq of the last event you have.') }, ['spool_id']),
    reads,
    operation('list-spool-events', request.eventsOfSpool),
  ),
  tool(
    {
      name: 'invite_counterparty',
      title: 'Invite the other party',
      description:
        'Get a grant for the other party of a Spool to send it by your own means. It works once, for 15 minutes; a new one voids the last.',
    },
    keyed({ spool_id }, ['spool_id']),
    { idempotentHint: false },
    operation('invite-counterparty', request.ofSpool),
  ),
  tool(
    {
      name: 'join_spool',
      title: 'Take up an invitation',
      description:
        'Exchange the grant you were sent (spg_…) for a party handle of that one Spool: api_key in the answer. Pass it as act_as to get_spool, accept_spool, submit_evidence and close_spool.',
    },
    [{ grant_token: text('spg_…') }, ['grant_token']],
    { idempotentHint: false },
    operation('exchange-key', (args) => ({ body: args })),
  ),
  tool(
    {
      name: 'accept_spool',
      title: 'Accept the terms',
      description:
        'Accept the terms of a Spool as you read them. Binding. Pass agreement_hash of get_spool, so that terms amended since are refused; for agent_task also quote_digest of quote_spool.',
    },
    keyed(
      {
        spool_id,
        agreement_hash: text('Of the Spool as read.'),
        quote_digest: text('Of the current quote.'),
      },
      ['spool_id', 'agreement_hash'],
    ),
    ends,
    operation('accept-spool', request.toSpool),
  ),
  tool(
    {
      name: 'amend_spool',
      title: 'Change the terms',
      description:
        'Change conditions or units of a Spool that is proposed. Voids an acceptance. dry_run shows the result.',
    },
    keyed(
      {
        spool_id,
        add_conditions: arg.conditions,
        remove_condition_ids: {
          type: 'array',
          description: 'Conditions to drop.',
          items: text('cond_…'),
        },
        unit: arg.unit('New units.'),
        dry_run: arg.dry_run,
      },
      ['spool_id'],
    ),
    ends,
    operation('amend-spool', request.amendSpool),
  ),
  tool(
    {
      name: 'close_spool',
      title: 'End an agreement',
      description:
        'End a Spool for good: decline what was offered to you, cancel what you proposed, abandon what was accepted. Ask the user first.',
    },
    keyed(
      {
        spool_id,
        how: {
          enum: ['decline', 'cancel', 'abandon'],
          description: 'One of the allowed_actions of get_spool.',
        },
      },
      ['spool_id', 'how'],
    ),
    ends,
    {
      kind: 'one of',
      operationIds: ['decline-spool', 'cancel-spool', 'abandon-spool'],
      call: ({ how, ...args }) => ({ operationId: `${String(how)}-spool`, ...request.ofSpool(args) }),
    },
  ),
]

const delivering: readonly Tool[] = [
  tool(
    {
      name: 'submit_evidence',
      title: 'Deliver work',
      description:
        'Deliver work, or a fix of it, for one condition of a Spool: rows, a text, a JSON value, a url or a hash. Sent under the same source, a fix replaces what was there; under another source both count. Nothing is judged yet: the buyer calls verify_spool.',
    },
    keyed(
      {
        spool_id,
        condition_id: text('cond_… of get_spool.'),
        type: text('What is delivered.', {
          enum: ['dataset', 'text', 'file', 'url', 'photo', 'confirmation'],
        }),
        source: text('Name of its origin. Keep it for a fix, which replaces the item of that name.'),
        rows: arg.rows('For type dataset.'),
        text: text('For type text.'),
        json: { description: 'A JSON value, for json_path.', ...anyJson },
        url: text('For type url.'),
        sha256: text('Of a file kept elsewhere.'),
        more: arg.more,
      },
      ['spool_id', 'condition_id', 'type', 'source'],
    ),
    {},
    operation('submit-evidence', request.submitEvidence),
  ),
  tool(
    {
      name: 'verify_spool',
      title: 'Judge what was delivered',
      description:
        'Judge all evidence of a Spool now. The answer has what was earned, what to fix (corrective_hint) and the receipt. Charges one run; dry_run charges nothing and may be called by either party before delivering. Where settlement is committed it releases money.',
    },
    keyed({ spool_id, confirmations: arg.confirmations, dry_run: arg.dry_run }, ['spool_id']),
    {},
    operation('verify-spool', request.verifySpool),
  ),
  tool(
    {
      name: 'quote_spool',
      title: 'Price agent work',
      description:
        'Get the binding quote of an agent_task: the most that buyer pays, fees included, and until when. Its quote_digest goes to accept_spool.',
    },
    keyed({ spool_id }, ['spool_id']),
    {},
    operation('quote-spool', request.ofSpool),
  ),
]

const relying: readonly Tool[] = [
  tool(
    {
      name: 'get_receipt',
      title: 'Read a receipt',
      description:
        'Read a receipt and how it stands now (active, corrected or revoked). summary leaves out the unit results.',
    },
    keyed({ receipt_id, view: arg.view('full has the unit results.') }, ['receipt_id']),
    reads,
    operation('read-receipt', request.ofReceiptInView),
  ),
  tool(
    {
      name: 'verify_receipt_offline',
      title: 'Check a receipt',
      description:
        'Check that a receipt is genuine and unchanged, by the published keys alone: signature, digests, arithmetic. Asks no service about it. Use it on any receipt you were handed before you rely on it; then get_receipt for corrections. A demo receipt holds only with policy {"environment":"demo"}.',
    },
    [
      {
        receipt: { type: 'object', description: 'The receipt, whole.' },
        policy: {
          type: 'object',
          description: 'What it must show, such as {"minimum_status":"pass","min_earned":"4.00"}.',
        },
      },
      ['receipt'],
    ],
    reads,
    { kind: 'offline' },
  ),
  tool(
    {
      name: 'record_receipt_use',
      title: 'Record that you rely on a receipt',
      description:
        'Record what you are about to do on a receipt (a payment, a merge) before you do it. A second use beyond what was earned is refused as conflict: then do not pay.',
    },
    keyed(
      {
        receipt_id,
        consumer: text('Who uses it.'),
        purpose: text('settlement counts against what was earned.', {
          enum: ['settlement', 'workflow', 'audit', 'other'],
        }),
        reference: text('Your own reference.'),
        amount: text('Decimal, such as 7.50; needed for settlement.'),
      },
      ['receipt_id', 'consumer', 'purpose', 'reference'],
    ),
    {},
    operation('record-consumption', request.recordUse),
  ),
]

const around: readonly Tool[] = [
  tool(
    {
      name: 'get_account',
      title: 'Who am I',
      description:
        'Read whose key this is, its scope and limits, the balance, what is left of the month and the use of the last days. Call it first, and when something is refused as forbidden or credits_required. Counts as three requests.',
    },
    keyed({ period_days: whole('1 to 365.', { default: 30 }) }),
    reads,
    { kind: 'account' },
  ),
  tool(
    {
      name: 'start_sandbox',
      title: 'Open a sandbox',
      description:
        'Open a free demo session for an hour, apart from real accounts. Pass its token as act_as. Demo receipts prove nothing about real work.',
    },
    [{}, []],
    { idempotentHint: false },
    operation('open-sandbox-session', () => ({ body: {} })),
  ),
  tool(
    {
      name: 'search_guide',
      title: 'Look it up',
      description:
        'Search the documentation, the error codes, the checkers with their parameters, and every operation of the API with its body. Use it before guessing a parameter.',
    },
    [{ query: text('A few words, an error code or an operation.') }, ['query']],
    reads,
    operation('search-guide', ({ query }) => ({ query: { q: query } })),
  ),
  tool(
    {
      name: 'read_api',
      title: 'Read anything else',
      description:
        'Call any GET operation of the API that has no tool of its own. Find it with search_guide.',
    },
    keyed(
      {
        operation_id: text('Such as read-recipe.'),
        params: { type: 'object', description: 'Path and query parameters.' },
      },
      ['operation_id'],
    ),
    reads,
    { kind: 'any', method: 'GET' },
  ),
  tool(
    {
      name: 'write_api',
      title: 'Do anything else',
      description:
        'Call any POST or DELETE operation of the API that has no tool of its own: settlement, disputes, discrepancies, reviews, audits, sources. Find it with search_guide. It can move money; ask the user first.',
    },
    keyed(
      {
        operation_id: text('Such as commit-spool.'),
        params: { type: 'object', description: 'Path and query parameters.' },
        body: { type: 'object', description: 'Request body.' },
        idempotency_key: arg.idempotency_key,
      },
      ['operation_id'],
    ),
    { ...ends, idempotentHint: false },
    { kind: 'any', method: 'POST' },
  ),
]

/** The tools that are offered unless a host asks for others, in the order of a piece of work. */
export const coreTools: readonly Tool[] = [...judging, ...agreeing, ...delivering, ...relying, ...around]
