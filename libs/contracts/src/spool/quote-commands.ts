import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { Quote } from '@outturn/agreement'
import { SpoolId } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { actionRefusals, actionTarget } from './action-target.ts'

const path = '/api/v1/spools/:id/quote'

/** Persists a quote for the current plan and economics, or answers with the current one while it still holds. */
export const quoteSpool = defineCommand('spool.quote', {
  input: z.strictObject(actionTarget),
  output: Quote,
  refuses: [...actionRefusals, 'configuration_unavailable', 'validation_failed', 'wrong_funding_lane'],
  http: {
    operationId: 'quote-spool',
    path,
    access: keyAccess(['full']),
    tag: 'Spools',
    summary: 'Create a binding quote for an agent Spool',
    description:
      'Fixes the most that a Spool of type `agent_task` can cost, with all fees. The other party accepts the Spool and this quote together. It moves no money. An amendment or the end of its time makes a new quote necessary.',
    params: spoolParams,
    success: { status: 200, description: 'A new quote, or the current quote if it is still valid.' },
  },
})

export const readQuote = defineQuery('spool.read-quote', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: Quote,
  refuses: ['not_found', 'spool_not_found', 'unauthenticated', 'wrong_funding_lane'],
  http: {
    path,
    access: keyAccess(anyScope),
    tag: 'Spools',
    summary: 'Read the current quote of an agent Spool',
    description:
      'Returns the quote that accept-spool would accept now. Compare its digest and its amounts before you accept. It costs nothing.',
    params: spoolParams,
    success: {
      status: 200,
      description: 'The current quote. `expired` and `superseded` say if it can no longer be accepted.',
    },
  },
})
