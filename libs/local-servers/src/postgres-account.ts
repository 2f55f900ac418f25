import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The system account a server runs under. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Folder used instead of one below a folder that only root may enter. */
const sharedRoot = '/var/lib/outturn'

/**
 * The account that Postgres, which refuses root, runs under: the owner of existing data, else the system's `postgres`,
 * else `nobody`. Undefined when this process is not root: then it runs as the caller.
 */
export function unprivilegedAccount(existingData?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const owner = existingData !== undefined && existsSync(existingData) ? statSync(existingData).uid : 0
  const account =
    accounts.find(({ uid }) => owner !== 0 && uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody')
  if (account === undefined) throw new Error('neither the account postgres nor nobody exists in /etc/passwd')
  return account
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Whether the account may enter every folder on the way to path; folders that do not exist yet do not count. */
export function canReach(path: string, account: Account): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}

/**
 * Where data meant for `wanted` is really kept: there, unless the server's account cannot reach it (a checkout in
 * /root); then in a folder of its own, always the same for the same `wanted`.
 */
export function reachableFolder(wanted: string, account: Account | undefined): string {
  if (account === undefined || canReach(wanted, account)) return resolve(wanted)
  const key = createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 12)
  return join(sharedRoot, key)
}

/** Folder for one version's binaries when the account cannot reach the installed ones. */
export function reachableBinaries(version: string): string {
  return join(sharedRoot, `postgresql-${version}`)
}
