import { checkerNames } from '@outturn/checkers'

/** Schemas of the arguments that tools share, as an agent reads them. */

export const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
export const whole = (description: string, more: object = {}) => ({ type: 'integer', description, ...more })

export const spool_id = text('Spool id, spl_…')
export const receipt_id = text('Receipt id, ocr_…')
export const act_as = text(
  'token of start_sandbox or api_key of join_spool. Leave out when the connection carries a key.',
)
export const more = {
  type: 'object',
  description: 'Further members of the request body, as search_guide describes them for this operation.',
}
export const idempotency_key = text(
  'Repeat a call under the same name to have the same answer without a second effect.',
)
export const dry_run = {
  type: 'boolean',
  description: 'Judge and show the result; store, charge and sign nothing.',
}
export const view = (description: string) => text(description, { enum: ['summary', 'full'] })

const checked = {
  type: 'object',
  required: ['description'],
  properties: {
    description: text('What it says to people.'),
    required: { type: 'boolean' },
    verification_method: text('deterministic unless a person or an outside judge decides.', {
      enum: ['deterministic', 'human_confirmed', 'ai_assisted', 'external_tool'],
    }),
    deterministic_check: {
      type: 'object',
      description:
        'checker and its parameters, such as {"checker":"completeness","required_fields":["email"]}.',
      required: ['checker'],
      properties: { checker: { enum: checkerNames } },
      additionalProperties: true,
    },
  },
  additionalProperties: true,
}

const conditionsOf = (items: object, hint = '') => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: `What must hold. Take them from compile_conditions, or write a checker by hand (search_guide "checkers").${hint}`,
  items,
})

/** Of an agreement, which binds by exact checks alone. */
export const conditions = conditionsOf(checked, ' Sentences are compiled first.')

/** Of a delivery that is judged at once. */
export const conditionsOrSentences = conditionsOf({
  anyOf: [
    text('A plain sentence, such as: exactly 3 rows; every row has "email"; no duplicate "email".'),
    checked,
  ],
})

export const recipe = {
  type: 'object',
  description: 'A named set of conditions, in place of conditions (read_api list-recipes).',
  required: ['id'],
  properties: {
    id: text('Such as lead-list@1.'),
    params: { type: 'object', description: 'Its parameters, such as {"rows":3}.' },
  },
  additionalProperties: true,
}

export const unit = (description: string) => ({
  type: 'object',
  description,
  required: ['total_units', 'unit_amount_cents'],
  properties: {
    total_units: whole('Units agreed.', { minimum: 1 }),
    unit_amount_cents: whole('Cents that one accepted unit earns.', { minimum: 1 }),
  },
})

export const confirmations = {
  type: 'array',
  description: 'What a person has confirmed. Only after that person said so.',
  items: {
    type: 'object',
    required: ['condition_id', 'method', 'outcome', 'evidence_refs'],
    properties: {
      condition_id: text('cond_…'),
      method: { enum: ['buyer_confirm', 'both_confirm'] },
      outcome: { enum: ['passed', 'failed', 'waived'] },
      evidence_refs: { type: 'array', items: text('ev_…') },
    },
  },
}

export const parties = {
  type: 'array',
  description: 'Both parties; yours is the one without an account_id, or with your own.',
  minItems: 2,
  maxItems: 2,
  items: {
    type: 'object',
    required: ['role', 'kind', 'display_name'],
    properties: {
      role: { enum: ['buyer', 'seller', 'client', 'provider'] },
      kind: { enum: ['human', 'agent', 'org', 'service'] },
      display_name: text('Name of the party.'),
      account_id: text('acc_… of a party that has an account.'),
    },
    additionalProperties: true,
  },
}

export const rows = (description: string) => ({ type: 'array', description, items: { type: 'object' } })
