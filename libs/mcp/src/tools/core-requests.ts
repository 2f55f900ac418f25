import { isJson, type Json, type OperationCall } from './tool.ts'

/** What the arguments of a tool are in the request of its operation. Nothing is judged here: the interface does that. */

type Parts = Omit<OperationCall, 'operationId'>

/** The members that were given; `more` holds those that a tool does not name, and replaces none that it does. */
function given(members: Json, more: unknown = {}): Json {
  const named = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return { ...(more as Json), ...named }
}

/** A condition that does not say otherwise is required and decided by a checker. */
function asConditions(conditions: unknown): unknown {
  if (!Array.isArray(conditions)) return conditions
  return conditions.map((condition: unknown) =>
    isJson(condition) ? { required: true, verification_method: 'deterministic', ...condition } : condition,
  )
}

function asTerms(terms: unknown): unknown {
  if (!Array.isArray(terms)) return terms
  return terms.map((term: unknown) =>
    typeof term === 'string' ? { text: term, provenance: { source: 'freeform' } } : term,
  )
}

export function verifyDelivery(args: Json): Parts {
  const { rows, source, dry_run, more, ...members } = args
  return { query: { dry_run }, body: given({ ...members, evidence: given({ rows, source }) }, more) }
}

export function compileConditions({ more, ...members }: Json): Parts {
  return { body: given(members, more) }
}

export function createSpool(args: Json): Parts {
  const { amount_cents, title, description, terms, conditions, unit, more, ...members } = args
  return {
    body: given(
      {
        ...members,
        value: { amount_cents, currency: 'USD' },
        deliverable: {
          type: 'work',
          title,
          description: description ?? title,
          attributes: {},
        },
        terms: asTerms(terms),
        conditions: asConditions(conditions),
        unitization: unit,
      },
      more,
    ),
  }
}

export function ofSpool({ spool_id: id }: Json): Parts {
  return { params: { id } }
}

export function ofSpoolInView({ spool_id: id, view = 'summary' }: Json): Parts {
  return { params: { id }, query: { view } }
}

export function listSpools(args: Json): Parts {
  return { query: { ...args, view: 'summary' } }
}

export function eventsOfSpool({ spool_id: id, after }: Json): Parts {
  return { params: { id }, query: { after } }
}

/** To an action of a Spool that takes the arguments as its body. */
export function toSpool({ spool_id: id, ...members }: Json): Parts {
  return { params: { id }, body: given(members) }
}

export function amendSpool({ spool_id: id, add_conditions, unit, dry_run, ...members }: Json): Parts {
  return {
    params: { id },
    query: { dry_run },
    body: given({ ...members, add_conditions: asConditions(add_conditions), unitization: unit }),
  }
}

export function submitEvidence(args: Json): Parts {
  const { spool_id: id, rows, text, json, url, sha256, more, ...members } = args
  const { metadata, ...others } = (more ?? {}) as Json
  return {
    params: { id },
    body: given({ ...members, metadata: given({ rows, text, json, url, sha256 }, metadata) }, others),
  }
}

export function verifySpool({ spool_id: id, confirmations, dry_run }: Json): Parts {
  return {
    params: { id },
    query: { dry_run, view: dry_run === true ? undefined : 'summary' },
    body: given({ confirmations }),
  }
}

export function ofReceiptInView({ receipt_id, view = 'summary' }: Json): Parts {
  return { params: { receipt_id }, query: { view } }
}

export function recordUse({ receipt_id, ...members }: Json): Parts {
  return { params: { receipt_id }, body: given(members) }
}
