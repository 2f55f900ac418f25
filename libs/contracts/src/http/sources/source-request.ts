import { SpoolId } from '@outturn/agreement'
import { z } from 'zod'

const oneLine = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .refine((text) => text.trim() === text, 'must not begin or end with a space')

/** Checked by the service, which names the member at fault. */
const Mapped = z.union([
  z.string(),
  z.strictObject({
    const: z
      .unknown()
      .meta({ description: 'Text, whole number or boolean that every fact has.', examples: ['sold'] }),
  }),
])
const mapped = (description: string, example: string) => Mapped.meta({ description, examples: [example] })

export const SourceMapping = z
  .strictObject({
    subject: mapped('Thing that the fact is about: a JSON Pointer, or `{"const":…}`.', '/ticket/id'),
    predicate: mapped('What is said of the subject.', '/event'),
    value: mapped('Text, whole number or boolean. A decimal is kept as the text that was sent.', '/amount'),
    occurred_at: mapped('Time of the fact. Default: the time of the delivery.', '/ts').optional(),
    quantity: mapped('Whole number of things.', '/quantity').optional(),
    amount_cents: mapped('Amount in cents.', '/amount_cents').optional(),
    currency: mapped('Currency of the amount.', '/currency').optional(),
    spool: mapped('ID of the Spool of the fact. Required without `spool_id`.', '/deal').optional(),
    items: mapped(
      'JSON Pointer to a list whose elements become facts. The other pointers are then relative to the element; one that starts with `//` is read from the document.',
      '/rows',
    ).optional(),
  })
  .meta({ id: 'SourceMapping', description: 'Where the members of facts are found in a payload.' })

const publicKey = z
  .string()
  .min(1)
  .max(120)
  .meta({
    description: 'Ed25519 public key of the sender: `whpk_` and base64, or base64url of 32 bytes.',
    examples: ['whpk_12ItOd3aD6bs0FE8d/sU/btPOl40AcrTorZFSgw49Vo='],
  })

const PullCursor = z.strictObject({
  pointer: z
    .string()
    .max(256)
    .meta({
      description: 'JSON Pointer to the cursor of the next page.',
      examples: ['/next'],
    }),
  parameter: z
    .string()
    .regex(/^[A-Za-z0-9_.~-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ ~ -')
    .meta({ description: 'Query parameter that carries the cursor.', examples: ['after'] }),
})

const pullMembers = {
  url: z
    .string()
    .max(2_048)
    .meta({ description: 'https address that is fetched.', examples: ['https://shop.example/orders'] }),
  interval_seconds: z
    .int()
    .min(60)
    .max(86_400)
    .meta({ description: 'Seconds between two syncs.', examples: [3_600] }),
  items: z
    .string()
    .max(256)
    .optional()
    .meta({
      description: 'JSON Pointer to the list of facts on each page, in place of `mapping.items`.',
      examples: ['/orders'],
    }),
  cursor: PullCursor.optional().describe('How further pages are asked for, up to 50 in a sync.'),
}

/** Registers a system of record. */
export const SourceRequest = z
  .strictObject({
    name: oneLine(80).meta({
      description: 'Name, unique among the sources of the account that are not revoked.',
      examples: ['Ticket system'],
    }),
    kind: z
      .enum(['webhook', 'pull_http'])
      .describe('`webhook`: the system sends signed payloads. `pull_http`: the service fetches them.'),
    spool_id: SpoolId.optional().describe(
      'Spool that every fact is of. Without it, `mapping.spool` finds it.',
    ),
    signing: z
      .discriminatedUnion('scheme', [
        z.strictObject({
          scheme: z.literal('hmac_sha256').describe('HMAC-SHA256 under a secret that the service makes.'),
        }),
        z.strictObject({
          scheme: z.literal('ed25519').describe('Ed25519 under a key of the sender.'),
          public_key: publicKey,
        }),
      ])
      .optional()
      .describe('How deliveries are signed. Required for `webhook`.'),
    mapping: SourceMapping,
    pull: z
      .strictObject({
        ...pullMembers,
        headers: z
          .record(z.string().max(80), z.string().max(4_096))
          .optional()
          .describe('Up to 5 request headers, such as Authorization. Kept encrypted and never shown.'),
      })
      .optional()
      .describe('What is fetched. Required for `pull_http`.'),
  })
  .meta({ id: 'SourceRequest' })
export type SourceRequest = z.infer<typeof SourceRequest>

export const SourceTestRequest = z
  .strictObject({
    payload: z.unknown().meta({
      description: 'JSON document as the system would send it.',
      examples: [{ ticket: { id: 'T-77' } }],
    }),
  })
  .meta({ id: 'SourceTestRequest' })
export type SourceTestRequest = z.infer<typeof SourceTestRequest>

export const SourceRotateRequest = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(604_800)
      .optional()
      .meta({ description: 'Seconds for which the previous key stays valid.', examples: [86_400] }),
    public_key: publicKey.optional(),
  })
  .meta({ id: 'SourceRotateRequest' })
export type SourceRotateRequest = z.infer<typeof SourceRotateRequest>

/** What is shown of a pull: without its headers. */
export const SourcePull = z
  .strictObject({
    ...pullMembers,
    has_headers: z.boolean().describe('True if request headers are kept.'),
  })
  .meta({ id: 'SourcePull' })
