import type { ConnectionOptions } from '../command.ts'
import { maskedKey } from '../connection/key-text.ts'
import { profileName, readConfig, writeConfig } from '../connection/config-file.ts'
import { openClient, openPublicClient } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { pairLines } from '../terminal/table.ts'

/** Makes an invitation for the other party of a Spool. */
export async function runInviteParty(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const invitation = await openClient(options, host).client.spools.invite(id, { signal: host.signal })
  printAnswer(host, options, invitation, () => [
    ...pairLines([
      ['Grant', invitation.grant_token],
      ['Spool', invitation.spool_id],
      ['Valid until', invitation.expires_at],
    ]),
    ...(invitation.page_url === null ? [] : [`A person of the other party opens: ${invitation.page_url}`]),
    `The other party joins once with: outturn spool join ${invitation.grant_token}`,
  ])
  return exitStatus.agrees
}

export interface JoinOptions extends ConnectionOptions {
  readonly saveProfile?: string
}

/** Exchanges an invitation for the key of one Spool, and keeps it in a profile where one is named. */
export async function runJoinSpool(grant: string, options: JoinOptions, host: Host): Promise<ExitStatus> {
  const { saveProfile, json } = options
  const name = saveProfile === undefined ? undefined : profileName(saveProfile)
  if (name !== undefined && readConfig(host.env).profiles[name]?.key !== undefined) {
    throw new UnusableInput(`Profile ${name} has a key already. Name another one with --save-profile.`)
  }
  const { client, settings } = openPublicClient(options, host)
  const joined = await client.keys.exchange({ grant_token: grant }, { signal: host.signal })
  if (name !== undefined) {
    const config = readConfig(host.env)
    const profile = { url: settings.url.value, key: joined.api_key }
    await writeConfig(host.env, { ...config, profiles: { ...config.profiles, [name]: profile } }).catch(
      (error: unknown) => {
        // The grant is used up: its key must not be lost.
        host.output.print(JSON.stringify(joined))
        throw error
      },
    )
  }
  const isKept = name !== undefined
  printAnswer(
    host,
    { json: json ?? false },
    isKept ? { ...joined, api_key: maskedKey(joined.api_key) } : joined,
    () => [
      ...pairLines([
        ['Key', isKept ? `${maskedKey(joined.api_key)} (kept in profile ${name})` : joined.api_key],
        ['Spool', joined.spool_id ?? '-'],
        ['Scope', joined.scope],
      ]),
      `Read the Spool: outturn spool show ${joined.spool_id}${isKept ? ` --profile ${name}` : ''}`,
    ],
  )
  if (!isKept) note(host, 'The key is shown here and nowhere else.')
  return exitStatus.agrees
}
