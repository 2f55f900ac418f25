import { unzipSync } from 'fflate'
import { WorkbookDefect } from './workbook-defect.ts'
import { readXml } from './xml-events.ts'

/** Bytes that the parts which are read may have together once they are unpacked. */
export const maxUnpackedBytes = 33_554_432
const maxParts = 2_000

/** The documents within a workbook, found by their relations. Only those that are asked for are unpacked, within bounds. */
export class WorkbookParts {
  readonly workbook: string
  readonly #bytes: Uint8Array
  readonly #isRecorded: boolean
  readonly #targets = new Map<string, { path: string; type: string }>()
  #left = maxUnpackedBytes

  constructor(bytes: Uint8Array, isRecorded: boolean) {
    this.#bytes = bytes
    this.#isRecorded = isRecorded
    const [root] = this.#relations('_rels/.rels', '').filter(({ type }) => type === 'officeDocument')
    if (root === undefined && isOpenDocument(bytes)) {
      throw new WorkbookDefect('it is an OpenDocument file (.ods), which is not read', {
        remedy: 'Save the sheet as an Excel workbook (.xlsx) or as "CSV UTF-8", and send that.',
      })
    }
    if (root === undefined) {
      throw new WorkbookDefect('it is a ZIP file, but no Excel workbook', {
        remedy: 'Unpack it, and send the table that is in it.',
      })
    }
    if (!root.path.endsWith('.xml'))
      throw new WorkbookDefect('it is a binary workbook (.xlsb), which is not read')
    this.workbook = root.path
    const [folder, name] = splitPath(root.path)
    for (const relation of this.#relations(`${folder}_rels/${name}.rels`, folder)) {
      this.#targets.set(relation.id, relation)
    }
  }

  /** The path of the part that the workbook refers to by this id. */
  related(id: string): string {
    const found = this.#targets.get(id)
    if (found?.type !== 'worksheet')
      throw new WorkbookDefect(
        'the sheet is a chart or a dialog and no table of cells; name another one in metadata.sheet',
      )
    return found.path
  }

  /** The path of its part of a type; null where it has none. */
  relatedByType(type: string): string | null {
    return [...this.#targets.values()].find((each) => each.type === type)?.path ?? null
  }

  textOf(path: string): string {
    const found = this.#unpacked(path)
    if (found === null) throw new WorkbookDefect(`the workbook lacks its part ${path}`)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(found)
    } catch {
      throw new WorkbookDefect(`the part ${path} of the workbook is not UTF-8`)
    }
  }

  /** Of each part no more is unpacked than it says, and a part that says too much is not unpacked. */
  #unpacked(path: string): Uint8Array | null {
    let parts = 0
    let isFound = false
    try {
      const found = unzipSync(this.#bytes, {
        filter: ({ name, originalSize }) => {
          parts += 1
          if (parts > maxParts) throw new WorkbookDefect(`the workbook has more than ${maxParts} parts`)
          if (name !== path) return false
          if (isFound && !this.#isRecorded) {
            throw new WorkbookDefect(`the ZIP file of the workbook has its part ${path} twice`)
          }
          isFound = true
          this.#left -= originalSize
          if (this.#left < 0) {
            throw new WorkbookDefect(
              `the workbook has more than ${maxUnpackedBytes} bytes once it is unpacked`,
            )
          }
          return true
        },
      })
      return Object.hasOwn(found, path) ? (found[path] ?? null) : null
    } catch (error) {
      if (error instanceof WorkbookDefect) throw error
      throw new WorkbookDefect('it is a ZIP file that is damaged, and no workbook can be read from it', {
        remedy:
          'Send all bytes of the workbook (.xlsx) as it was saved, or the sheet saved as "CSV UTF-8", as text/csv.',
      })
    }
  }

  #relations(path: string, folder: string): { id: string; type: string; path: string }[] {
    const found: { id: string; type: string; path: string }[] = []
    if (this.#unpacked(path) === null) return found
    readXml(this.textOf(path), {
      open: (name, attribute) => {
        if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
        const type = attribute('Type') ?? ''
        found.push({
          id: attribute('Id') ?? '',
          type: type.slice(type.lastIndexOf('/') + 1),
          path: resolved(folder, attribute('Target') ?? ''),
        })
      },
    })
    return found
  }
}

/** Such a file says its type in its first part, which is not packed. */
function isOpenDocument(bytes: Uint8Array): boolean {
  const first = new TextDecoder('latin1').decode(bytes.subarray(0, 120))
  return first.includes('mimetypeapplication/vnd.oasis.opendocument')
}

function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/') + 1
  return [path.slice(0, at), path.slice(at)]
}

/** A path within the file, from the folder of the part that refers to it. */
function resolved(folder: string, target: string): string {
  const whole = target.startsWith('/') ? target : `/${folder}${target}`
  const steps: string[] = []
  for (const step of whole.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
