import type { OutcomeDecision } from '../policy/require-outcome.ts'

interface RefusalRule {
  readonly status: number
  readonly retryable: boolean
  readonly remediation: string
}

/** How a request is refused that does not carry the outcome that its route demands. */
export const gateRefusals = {
  receipt_required: {
    status: 401,
    retryable: false,
    remediation:
      'Send the Outcome Receipt, as base64url of its JSON, in the header Outcome-Receipt, or as the member outcome_receipt of a JSON body.',
  },
  receipt_ambiguous: {
    status: 400,
    retryable: false,
    remediation: 'Send exactly one receipt, either in one header Outcome-Receipt or in the body.',
  },
  receipt_unreadable: {
    status: 400,
    retryable: false,
    remediation:
      'Send the receipt as the service issued it: base64url of strict JSON in the header, or the JSON itself in the body.',
  },
  receipt_too_large: {
    status: 413,
    retryable: false,
    remediation:
      'Leave unit_results out of the receipt, which stays valid without them, or send it in a JSON body.',
  },
  outcome_not_met: {
    status: 403,
    retryable: false,
    remediation: 'Send a receipt that is valid and meets every demand named in reasons.',
  },
  receipt_already_used: {
    status: 409,
    retryable: false,
    remediation: 'Send a receipt that was not used here before.',
  },
  outcome_unavailable: {
    status: 503,
    retryable: true,
    remediation: 'Repeat the request later with the same receipt.',
  },
} as const satisfies Record<string, RefusalRule>

export type GateCode = keyof typeof gateRefusals

/** The body of a refusal: what is wrong, a stable code, and what to do next. */
export interface GateErrorBody {
  readonly error: string
  readonly code: GateCode
  readonly retryable: boolean
  readonly remediation: string
  /** With `outcome_not_met`: the reasons against the receipt, in the order of the verification or of the policy. */
  readonly reasons?: OutcomeDecision['reasons']
  /** With `outcome_not_met`: each check that failed, in words. */
  readonly failed?: readonly { readonly reason: string; readonly detail: string }[]
}

export interface GateRefusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: GateErrorBody
  /** What kept the gate from deciding, for the log of the server. It is not sent. */
  readonly cause?: unknown
}

export function refuse(code: GateCode, error: string, cause?: unknown): GateRefusal {
  const { status, retryable, remediation } = gateRefusals[code]
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(code === 'receipt_required' && { 'www-authenticate': 'OutcomeReceipt' }),
      ...(retryable && { 'retry-after': '5' }),
    },
    body: { error, code, retryable, remediation },
    ...(cause !== undefined && { cause }),
  }
}

export function refuseDecision({ reasons, checks, verdict }: OutcomeDecision): GateRefusal {
  const failed = [...verdict.checks, ...checks]
    .filter(({ status }) => status === 'failed')
    .map(({ reason, detail }) => ({ reason, detail }))
  const refusal = refuse(
    'outcome_not_met',
    `The receipt does not meet what is demanded: ${reasons.join(', ')}.`,
  )
  return { ...refusal, body: { ...refusal.body, reasons, failed } }
}
