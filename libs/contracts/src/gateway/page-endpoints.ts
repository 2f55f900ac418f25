import { openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { creditsPath } from '../http/billing.ts'
import { versionsPath } from '../http/deprecations.ts'
import { OutcomeReceiptBody } from '../http/receipts/receipt.ts'
import { SharedSpool } from '../http/spools/spool.ts'
import { receiptParams, returnParams, shareParams } from '../path-parameters.ts'

/** Pages for people, which a browser opens without a key. */

const page = { status: 200, description: 'The page in HTML.', content: { mediaType: 'text/html' } } as const

export const showReceipt = defineEndpoint({
  operationId: 'show-receipt',
  path: '/r/:receipt_id',
  access: openAccess,
  tag: 'Pages',
  summary: 'Show a receipt',
  description:
    'A page for people: what was agreed, what was judged and earned, and the proof. Anyone with its address may read it. Programs use download-receipt.',
  ignoresQuery: true,
  isRevalidated: true,
  params: receiptParams,
  success: page,
  refuses: ['not_found'],
})

export const downloadReceipt = defineEndpoint({
  operationId: 'download-receipt',
  path: '/r/:receipt_id/receipt.json',
  access: openAccess,
  tag: 'Pages',
  summary: 'Download a receipt',
  description:
    'Returns the signed receipt as a file, for anyone with its address. It costs nothing. Verify it with the published keys, or with read-receipt-bundle offline.',
  ignoresQuery: true,
  params: receiptParams,
  success: {
    status: 200,
    description: 'The signed receipt.',
    content: { mediaType: 'application/json', orJson: OutcomeReceiptBody },
  },
  refuses: ['not_found'],
})

export const showSharedSpool = defineEndpoint({
  operationId: 'show-spool',
  path: '/s/:share_id',
  access: openAccess,
  tag: 'Pages',
  summary: 'Show a shared Spool',
  description:
    'A page for people: what was agreed and what happens next, without contacts, accounts and actions. Anyone with the share ID may read it.',
  ignoresQuery: true,
  params: shareParams,
  success: {
    status: 200,
    description: 'The Spool without contacts, accounts and actions.',
    content: { mediaType: 'text/html', orJson: SharedSpool },
  },
  refuses: ['spool_not_found', 'not_acceptable'],
})

export const showReturn = defineEndpoint({
  operationId: 'show-return',
  path: '/return/:return_id',
  access: openAccess,
  tag: 'Pages',
  summary: 'Show the next page after the payout set-up',
  description:
    'A page for people, to which the payment processor sends the provider after the payout set-up. It says if anything is missing still.',
  ignoresQuery: true,
  params: returnParams,
  success: page,
  refuses: ['not_found'],
})

export const showCredits = defineEndpoint({
  operationId: 'show-credits',
  path: creditsPath,
  access: openAccess,
  tag: 'Pages',
  summary: 'Show how to get credits',
  description:
    'A page for people: how credits are bought or granted in this deployment. Programs use read-balance and the operations that buy packs.',
  ignoresQuery: true,
  success: page,
})

export const showVersions = defineEndpoint({
  operationId: 'show-versions',
  path: versionsPath,
  access: openAccess,
  tag: 'Pages',
  summary: 'Show deprecated parts of the API',
  description:
    'A page for people: the parts of the API that are on their way out, since when, until when, and what takes their place.',
  ignoresQuery: true,
  success: page,
})
