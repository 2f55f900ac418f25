import {
  listRecentSpools,
  Refusal,
  openSandboxSession,
  pathTo,
  readSandboxSession,
  readSandboxSpool,
  type SandboxSessionState,
  unavailable,
} from '@outturn/contracts'
import { readCredential } from '../../auth/credential.ts'
import type { SandboxBudget } from '../../auth/sandbox-sessions.ts'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { asCaller, replayHeader } from '../bus-call.ts'

const shownSpools = 100

export const sandboxSessionRoutes: readonly Route[] = [
  serve(openSandboxSession, open),
  serve(readSandboxSession, read),
]

async function open(call: Call): Promise<Answer> {
  const demo = call.instances.of('demo')
  if (demo === undefined) {
    throw unavailable('This deployment does not host the sandbox.', {
      retryAfterSeconds: 3600,
      remediation: 'Use a production key, or a deployment that hosts the sandbox.',
    })
  }
  const opened = await demo.sessions.open(call.commandIdentity().commandId)
  const answer = {
    token: opened.token,
    expires_at: opened.expiresAt.toISOString(),
    limits: limitsOf(demo.sessions.budget),
  }
  return json(200, answer, replayHeader(opened))
}

async function read(call: Call): Promise<Answer> {
  const { bus, sessions } = call.instance
  const credential = readCredential(call.headers['authorization'] as string | undefined)
  const session = credential.kind === 'sandbox' ? await sessions.read(credential.token) : null
  if (session === null) throw new Refusal('session_expired', 'The sandbox session has expired.')
  const spools = await bus.request(listRecentSpools, { limit: shownSpools }, asCaller(call))
  const active = spools.filter(({ status }) => status.outcome === 'active')
  const limits = limitsOf(sessions.budget)
  const used = {
    compiles: session.compiles_used,
    spools: session.spools_used,
    verifies: session.verifies_used,
  }
  return json(200, {
    expires_at: session.expires_at.toISOString(),
    limits,
    remaining: {
      compiles: Math.max(0, limits.compiles - used.compiles),
      spools: Math.max(0, limits.spools - used.spools),
      verifies: Math.max(0, limits.verifies - used.verifies),
    },
    used,
    spools: active.map(({ id, type, status, created_at }) => ({
      id,
      type,
      status,
      created_at,
      links: { self: pathTo(readSandboxSpool, { id }) },
    })),
  } satisfies SandboxSessionState)
}

function limitsOf({ compiles, spools, verifies }: SandboxBudget) {
  return { compiles, spools, verifies }
}
