import { Quote, quoteSpool, readQuote } from '@outturn/contracts'
import { defineRoute, type Route } from '../../http/route.ts'
import { commanded, relayed } from '../bus-call.ts'
import { spoolIdOf, spoolParams, targetOf } from './spool-call.ts'

const path = '/api/v1/spools/:id/quote'

export const quoteRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path,
    operation: 'quote-spool',
    summary: 'Get a binding quote for an agent Spool',
    isRateLimited: true,
    params: spoolParams,
    success: {
      status: 200,
      description: 'A fresh quote, or the current one while it holds.',
      content: Quote,
    },
    refuses: quoteSpool.refuses,
    answer: (call) => commanded(call, 200, quoteSpool, targetOf(call)),
  }),
  defineRoute({
    method: 'GET',
    path,
    operation: 'read-quote',
    summary: 'Read the current quote of an agent Spool',
    isRateLimited: true,
    params: spoolParams,
    success: { status: 200, description: 'The quote, and whether it still holds.', content: Quote },
    refuses: readQuote.refuses,
    answer: (call) => relayed(call, readQuote, { spoolId: spoolIdOf(call) }),
  }),
]
