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
  ignoresQuery: true,
  success: page,
})

export const showVersions = defineEndpoint({
  operationId: 'show-versions',
  path: versionsPath,
  access: openAccess,
  tag: 'Pages',
  summary: 'Show deprecated parts of the API',
  ignoresQuery: true,
  success: page,
})
