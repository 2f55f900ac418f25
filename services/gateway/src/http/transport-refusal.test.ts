import { expect, test } from 'vitest'
import { refusalFor } from '../wire/error-body.ts'
import { transportRefusal } from './transport-refusal.ts'

const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

test('a connection that ended inside the body is an error of its sender', () => {
  const refusal = refusalFor(transportRefusal(lost, { readableAborted: true }))
  expect(refusal).toMatchObject({ status: 400, options: { reason: 'aborted' } })
})

test('a connection to the store that was lost is no error of the sender, who may send the request again', () => {
  const refusal = refusalFor(transportRefusal(lost, { readableAborted: false }))
  expect(refusal.status).toBe(503)
})
