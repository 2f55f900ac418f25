import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of a home that lie on file systems of their own. */
export type SmallDisks = { readonly postgres: string; readonly nats: string; unmount(): void }

/** Moves the data of a stopped system to small file systems in memory, which can be filled. Needs root. */
export function mountSmallDisks(home: string): SmallDisks {
  const sizes = { postgres: '320m', nats: '160m' } as const
  const mounted = Object.entries(sizes).map(([name, size]) => {
    const folder = join(home, name)
    renameSync(folder, `${folder}.before`)
    mkdirSync(folder)
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
    execFileSync('/bin/cp', ['-a', `${folder}.before/.`, folder])
    return folder
  })
  return {
    postgres: join(home, 'postgres'),
    nats: join(home, 'nats'),
    unmount: () => {
      for (const folder of mounted) execFileSync('/bin/umount', ['-l', folder])
    },
  }
}
