import { strToU8, zipSync } from 'fflate'

/** Parts of a workbook as it is made for a test; those that are left out are the plainest that spreadsheets write. */
export interface MadeWorkbook {
  /** The XML of the rows of each sheet, by its name. */
  readonly sheets: Readonly<Record<string, string>>
  readonly texts?: string
  readonly styles?: string
  /** Attributes of `workbookPr`. */
  readonly properties?: string
  /** Attributes of each `sheet` in the list of sheets. */
  readonly state?: string
  /** What stands before the rows of each sheet. */
  readonly before?: string
  /** What stands behind the rows of each sheet. */
  readonly behind?: string
  readonly others?: Readonly<Record<string, Uint8Array>>
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function madeWorkbook(made: MadeWorkbook): Uint8Array {
  const names = Object.keys(made.sheets)
  const listed = names
    .map(
      (name, index) =>
        `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}" ${made.state ?? ''}/>`,
    )
    .join('')
  const relations = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const parts: Record<string, string> = {
    '_rels/.rels': relationships([
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`,
    ]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><workbookPr ${made.properties ?? ''}/><sheets>${listed}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...relations,
      `<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`,
      `<Relationship Id="rIdF" Type="${office}/styles" Target="styles.xml"/>`,
      `<Relationship Id="rIdX" Type="${office}/externalLink" Target="https://example.com/x" TargetMode="External"/>`,
    ]),
    'xl/sharedStrings.xml': `<sst ${main}>${made.texts ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${made.styles ?? ''}</styleSheet>`,
  }
  names.forEach((name, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet ${main}>${made.before ?? ''}<sheetData>${made.sheets[name]}</sheetData>${made.behind ?? ''}</worksheet>`
  })
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(declaration + text)] as const)
  return zipSync({ ...Object.fromEntries(files), ...made.others })
}

function relationships(list: readonly string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}
