import { type Client, createClient } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { type Host, note } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { keepSession, keptSession } from './sandbox-file.ts'
import { readSettings, requiredKey, type Settings } from './settings.ts'

/** A client of the service, with the settings that it was made by. */
export type Connection = { readonly client: Client; readonly settings: Settings }

/** A client with the key of the account, or with --sandbox with the token of the session that was started. */
export function openClient(options: ConnectionOptions, { env }: Host): Connection {
  const settings = readSettings(options, env)
  if (!options.sandbox) return { settings, client: clientOf(settings, requiredKey(settings, env)) }
  const session = keptSession(env, settings.url.value, new Date())
  if (session === undefined) {
    throw new UnusableInput(
      `No sandbox session is open at ${settings.url.value}.\nStart one: outturn sandbox start`,
    )
  }
  return { settings, client: clientOf(settings, session.token) }
}

/** The same; with --sandbox a session is started where none is open. */
export async function openClientOrSession(options: ConnectionOptions, host: Host): Promise<Connection> {
  if (options.sandbox) {
    const settings = readSettings(options, host.env)
    if (keptSession(host.env, settings.url.value, new Date()) === undefined) {
      const { expires_at } = await startSession(settings, host)
      note(host, `Started a sandbox session, which ends at ${expires_at}.`)
    }
  }
  return openClient(options, host)
}

/** A client for the operations that need no key. */
export function openPublicClient(options: ConnectionOptions, { env }: Host): Connection {
  const settings = readSettings(options, env)
  return { settings, client: clientOf(settings) }
}

/** Starts a session of the sandbox and keeps it for later commands. */
export async function startSession(settings: Settings, { env, signal }: Host) {
  const session = await clientOf(settings).sandbox.openSession({ signal })
  await keepSession(env, settings.url.value, session)
  return session
}

/** Without a key the client must not take one from the environment by itself: it may be the key of another service. */
const noKey = 'none'

function clientOf({ url }: Settings, apiKey = noKey): Client {
  return createClient({ baseUrl: url.value, apiKey })
}
