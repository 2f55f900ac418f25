import { join } from 'node:path'
import type { Env } from '../host.ts'
import { configFolder, readOwnFile, writeOwnFile } from './config-file.ts'

/** A session of the sandbox. Its token is a secret like a key, for an hour. */
export type KeptSession = { readonly token: string; readonly expires_at: string }

type Sessions = Readonly<Record<string, KeptSession>>

export function sandboxPath(env: Env): string {
  return join(configFolder(env), 'sandbox.json')
}

/** The session that was started at this service and is not over. */
export function keptSession(env: Env, url: string, now: Date): KeptSession | undefined {
  const session = sessionsIn(env)[new URL(url).origin]
  return session !== undefined && Date.parse(session.expires_at) > now.getTime() ? session : undefined
}

export async function keepSession(env: Env, url: string, { token, expires_at }: KeptSession): Promise<void> {
  await writeOwnFile(sandboxPath(env), {
    ...sessionsIn(env),
    [new URL(url).origin]: { token, expires_at },
  })
}

/** The sessions that are kept. A file that is broken holds none: a session lives for an hour, and another one is started. */
function sessionsIn(env: Env): Sessions {
  try {
    const value: unknown = JSON.parse(readOwnFile(sandboxPath(env)) ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, KeptSession] =>
          typeof entry[1]?.token === 'string' && typeof entry[1]?.expires_at === 'string',
      ),
    )
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
