import { idPattern, RequestId } from '@outturn/agreement'
import { keyAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { absent } from '../errors/refusals.ts'
import { RequestList, RequestRecord, requestLogQuery } from './request-record.ts'
import type { PathParameter } from '../path-parameters.ts'

/** The requests of an account as the gateway recorded them. */

export const requestParams = {
  request_id: {
    pattern: idPattern('request').source,
    description: 'ID of the request.',
    schema: RequestId,
    absent: () => absent('There is no such request.'),
  },
} as const satisfies Record<string, PathParameter>

export const listRequests = defineEndpoint({
  operationId: 'list-requests',
  path: '/api/v1/requests',
  access: keyAccess(['full'], { sandbox: false }),
  tag: 'Account',
  summary: 'List the refused requests of the account',
  description:
    'Lists the latest requests of the account that were refused, one page at a time. It costs nothing. Read one whole with read-request.',
  isPrivate: true,
  query: requestLogQuery,
  success: { status: 200, description: 'One page of requests, newest first.', content: RequestList },
})

export const readRequest = defineEndpoint({
  operationId: 'read-request',
  path: '/api/v1/requests/:request_id',
  access: keyAccess(['full'], { sandbox: false }),
  tag: 'Account',
  summary: 'Read a request of the account: why it was refused, and what was sent',
  description:
    'Returns one request by the `request_id` of its answer: why it was refused and what was sent, without secrets. It costs nothing. Use it to find out what a program of yours sends.',
  isPrivate: true,
  params: requestParams,
  success: {
    status: 200,
    description: 'The request, with its body redacted.',
    content: RequestRecord,
  },
})
