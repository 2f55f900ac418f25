// Which packages of the workspace the image holds.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imagePrograms } from '@outturn/model'

export const repository = join(import.meta.dirname, '../..')

/** Folders of the packages of the programs of the image. */
export const programFolders = [...new Set(imagePrograms.map(({ folder }) => folder))]

/** Folders of these packages and of all packages of the workspace that they depend on, those of development aside. */
export function imageFolders() {
  const manifests = new Map(
    globSync('{libs,services,deploy}/*/package.json', { cwd: repository }).map((file) => {
      const manifest = JSON.parse(readFileSync(join(repository, file), 'utf8'))
      return [manifest.name, { folder: dirname(file), needs: Object.keys(manifest.dependencies ?? {}) }]
    }),
  )
  const found = new Set()
  const add = ({ folder, needs }) => {
    if (found.has(folder)) return
    found.add(folder)
    for (const name of needs) if (manifests.has(name)) add(manifests.get(name))
  }
  for (const manifest of manifests.values()) if (programFolders.includes(manifest.folder)) add(manifest)
  return [...found]
}
