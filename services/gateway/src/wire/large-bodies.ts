import { largestAgreementBytes } from '@outturn/agreement'
import {
  assertItemSize,
  auditInvoice,
  createSpool,
  CreateSpoolRequest,
  deliveryInput,
  EvidenceRequest,
  ExternalResultRequest,
  invalid,
  InvoiceAuditRequest,
  OneCallRequest,
  PromiseReplayRequest,
  recordExternalResult,
  replayPromise,
  Refusal,
  submitEvidence,
  VerifySpoolRequest,
  verifyDelivery,
  submitSandboxEvidence,
  verifySandboxDelivery,
  verifySandboxSpool,
  verifySpool,
} from '@outturn/contracts'
import {
  assertSandboxCanAgree,
  assertSandboxCanKeep,
  assertSandboxCanTry,
  assertSandboxCanVerify,
} from './sandbox-limits.ts'
import type { BodyForm, SplitBody } from './read-body.ts'

const delivery: BodyForm = {
  schema: OneCallRequest,
  isOptional: false,
  split: splitDelivery,
  assertSize: assertDeliverySize,
  assertInSandbox: assertSandboxCanVerify,
}

const evidenceItem: BodyForm = {
  schema: EvidenceRequest,
  isOptional: false,
  assertSize: (item: EvidenceRequest) => assertItemSize(bytesOf(item), 'metadata'),
  assertInSandbox: assertSandboxCanKeep,
}

const verification: BodyForm = {
  schema: VerifySpoolRequest,
  isOptional: true,
  split: splitVerification,
  assertSize: assertItemSizes,
  assertInSandbox: assertSandboxCanTry,
}

function splitDelivery(body: OneCallRequest): SplitBody {
  const { request, rows } = deliveryInput(body)
  return { request, passed: { rows: rows.bytes } }
}

function splitVerification({ evidence, ...request }: VerifySpoolRequest): SplitBody {
  if (evidence === undefined) return { request, passed: {} }
  return { request, passed: { evidence: new TextEncoder().encode(JSON.stringify(evidence)) } }
}

/** The whole request is passed on as a text, and a PDF beside it. */
function splitInvoice({ invoice_pdf_base64: pdf, ...order }: InvoiceAuditRequest): SplitBody {
  if ((pdf === undefined) === (order.invoice_csv === undefined)) {
    throw invalid('invoice_csv', 'Exactly one of invoice_csv and invoice_pdf_base64 is needed.', {
      remediation: 'Send the invoice either as CSV text or as a PDF.',
    })
  }
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  return { request: {}, passed: { audit: encode(order), ...(pdf !== undefined && { pdf: encode(pdf) }) } }
}

/** The rows of a one-call verification are one evidence item. */
function assertDeliverySize(
  { conditions = [], evidence: { rows: _, ...rest } }: OneCallRequest,
  { rows }: SplitBody['passed'],
): void {
  assertConditionsSize(conditions)
  assertItemSize((rows?.byteLength ?? 0) + bytesOf(rest), 'evidence.rows')
}

/** What is agreed on is hashed and kept whole, so it is as long at most as what a Spool is made of. */
function assertConditionsSize(conditions: NonNullable<OneCallRequest['conditions']>): void {
  const agreed = conditions.map((each) =>
    typeof each === 'string' ? each : { ...each, last_result: undefined },
  )
  const bytes = bytesOf(agreed)
  if (bytes <= largestAgreementBytes) return
  throw new Refusal(
    'input_too_large',
    `The conditions have ${bytes} bytes; at most ${largestAgreementBytes} are taken.`,
    { field: 'conditions', remediation: 'Send fewer or shorter conditions.' },
  )
}

function assertItemSizes({ evidence = [] }: VerifySpoolRequest): void {
  for (const [index, item] of evidence.entries()) {
    assertItemSize(bytesOf(item), `evidence[${index}].metadata`)
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** The operations whose body may be so long that it is read in a thread, by their id. */
export const largeBodies: Readonly<Record<string, BodyForm>> = {
  [auditInvoice.http.operationId]: {
    schema: InvoiceAuditRequest,
    isOptional: false,
    maxValues: auditInvoice.http.bodyLimit?.maxValues ?? 0,
    split: splitInvoice,
  },
  [replayPromise.http.operationId]: {
    schema: PromiseReplayRequest,
    isOptional: false,
    split: (body: PromiseReplayRequest) => ({
      request: {},
      passed: { replay: new TextEncoder().encode(JSON.stringify(body)) },
    }),
  },
  [createSpool.http.operationId]: {
    schema: CreateSpoolRequest,
    isOptional: false,
    assertInSandbox: ({ conditions = [] }: CreateSpoolRequest) =>
      assertSandboxCanAgree(conditions, 'conditions'),
  },
  [verifyDelivery.http.operationId]: delivery,
  [verifySandboxDelivery.operationId]: delivery,
  [submitEvidence.http.operationId]: evidenceItem,
  [submitSandboxEvidence.operationId]: evidenceItem,
  [verifySpool.http.operationId]: verification,
  [verifySandboxSpool.operationId]: verification,
  [recordExternalResult.http.operationId]: {
    schema: ExternalResultRequest,
    isOptional: false,
    assertSize: ({ condition_results: results }: ExternalResultRequest) =>
      assertItemSize(
        bytesOf(results),
        'condition_results',
        'Send the results of fewer conditions at a time.',
      ),
  },
}
