import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPackage, publishedPackages } from '@outturn/packages'

/** Builds the package of the command line into a folder, and returns the folder with its program `outturn`, for PATH. */
export async function installCommandLine(folder: string): Promise<string> {
  const published = publishedPackages.find((each) => each.commands['outturn'] !== undefined)
  if (published === undefined) throw new Error('no published package has the command outturn')
  const built = await buildPackage(published, { folder: join(folder, 'cli'), hasTypes: false })
  const programs = join(folder, 'bin')
  await mkdir(programs)
  await symlink(join(built, 'outturn.mjs'), join(programs, 'outturn'))
  return programs
}
