import { createHmac, randomUUID } from 'node:crypto'

/** The headers of a delivery as Standard Webhooks signs it. */
export function signDelivery(secret: string, body: string): Record<string, string> {
  const [webhookId, seconds] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${webhookId}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
