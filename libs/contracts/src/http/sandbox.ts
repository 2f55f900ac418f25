import { z } from 'zod'
import { Timestamp } from '@outturn/agreement'

const budget = z.strictObject({ compiles: z.int(), spools: z.int(), verifies: z.int() })

export const SandboxSession = z
  .strictObject({ token: z.string(), expires_at: Timestamp, limits: budget })
  .meta({ id: 'SandboxSession' })
export type SandboxSession = z.infer<typeof SandboxSession>

export const SandboxSessionState = z
  .strictObject({
    expires_at: Timestamp,
    limits: budget,
    remaining: budget,
    used: budget,
    spools: z.array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        status: z.record(z.string(), z.string()),
        created_at: Timestamp,
        links: z.strictObject({ self: z.string() }),
      }),
    ),
  })
  .meta({ id: 'SandboxSessionState' })
export type SandboxSessionState = z.infer<typeof SandboxSessionState>
