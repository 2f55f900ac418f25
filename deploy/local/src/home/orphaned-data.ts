import { existsSync, readdirSync } from 'node:fs'
import { setAside, setAsidePostgresData } from '@outturn/local-servers'
import { superuserPassword } from '@outturn/model'
import { secretsIn } from '@outturn/secrets'
import { type Home, keptWithDatabase } from './home.ts'

/**
 * Moves data aside whose secrets are gone, so that a new system can be made: no one can open them, but they may be all that is left. Such data
 * remain when the home is deleted and Postgres keeps its data elsewhere, because its account cannot enter the home.
 */
export async function setAsideOrphanedData(
  home: Home,
  at: Date,
  tell: (message: string) => void,
): Promise<void> {
  if (process.env['DATABASE_URL'] || existsSync(secretsIn(home.secrets).pathOf(superuserPassword.name)))
    return
  const moved = await setAsidePostgresData(home.postgres, at)
  for (const path of keptWithDatabase(home).filter(hasContent)) moved.push(await setAside(path, at))
  if (moved.length === 0) return
  tell(
    `the secrets of earlier data are gone: the data were moved to ${moved.join(', ')}; --reset deletes them`,
  )
}

function hasContent(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    return readdirSync(path).length > 0
  } catch {
    return true
  }
}
