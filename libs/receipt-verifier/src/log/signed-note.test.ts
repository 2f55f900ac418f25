import { portableVerifier } from '@outturn/canonical'
import { nodeVerifier } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { readCheckpoint } from './checkpoint.ts'
import { checkpointText, logKey, logOrigin, logSigner, signedNote } from './log.fixture.ts'
import { isSignedBy, readSignedNote } from './signed-note.ts'
import { formatVerifierKey, readVerifierKey, verifierKeyOf } from './verifier-key.ts'

// The example of the specification.
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

function isSigned(text: string, key = readVerifierKey(vkey)): boolean {
  const read = readSignedNote(text)
  return read !== undefined && key !== undefined && isSignedBy(read, key, nodeVerifier)
}

describe('a note', () => {
  test('of the specification holds under the key of the specification', () => {
    expect(isSigned(note)).toBe(true)
    expect(readSignedNote(note)?.text).toBe('This is an example message.\n')
  })

  test('does not hold with another text', () => {
    expect(isSigned(note.replace('This', 'That'))).toBe(false)
  })

  test('may carry signatures of strangers, and not a false one of the key', () => {
    const stranger = '— witness.example AAAAAAAAAAAA\n'
    expect(isSigned(note + stranger)).toBe(true)
    const falseOne = note.split('\n')[2]?.replace('Uw2QOkn8', 'Uw2QOkn9')
    expect(isSigned(`${note}${falseOne}\n`)).toBe(false)
  })

  test('is told by its last empty line, and signed by both verifiers alike', () => {
    const read = readSignedNote(signedNote('a\n\nb\n'))
    expect(read?.text).toBe('a\n\nb\n')
    for (const verifier of [nodeVerifier, portableVerifier]) {
      expect(read !== undefined && isSignedBy(read, logKey, verifier)).toBe(true)
    }
  })

  test.each([
    ['', 'empty'],
    ['text\n', 'no signatures'],
    [note.trimEnd(), 'no final newline'],
    [`${note}\n`, 'an empty last line'],
    [note.replace('—', '-'), 'a hyphen for the dash'],
    [note.replace('message', 'mess\tage'), 'a control character'],
    [note.replace('aQM=', 'aQM'), 'base64 without padding'],
    [note.replace('aQM=', 'aQN='), 'base64 with left-over bits'],
    [note.replace('example.com/foo', 'example.com+foo'), 'a plus in the name'],
    [note + '— a AAAAAAAAAAAA\n'.repeat(64), 'too many signatures'],
  ])('is refused: %j, %s', (text) => {
    expect(readSignedNote(text)).toBeUndefined()
  })
})

describe('a verifier key', () => {
  test('is read and written alike', () => {
    const key = readVerifierKey(vkey)
    expect(key && formatVerifierKey(key)).toBe(vkey)
    expect(readVerifierKey(formatVerifierKey(logKey))).toEqual(logKey)
    expect(formatVerifierKey(verifierKeyOf(logOrigin, logSigner.publicKey))).toBe(formatVerifierKey(logKey))
  })

  test.each([
    'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U0',
    'example.com/foo+530d903a',
    `example.com/foo+530d903a+AQ${'A'.repeat(42)}`,
    ' +530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  ])('%j is none', (text) => {
    expect(readVerifierKey(text)).toBeUndefined()
  })

  test('has a name that notes can carry', () => {
    expect(() => verifierKeyOf('a b', logSigner.publicKey)).toThrow(RangeError)
  })
})

describe('a checkpoint', () => {
  test('says how many leaves are under which root', () => {
    const { origin, size, root } = readCheckpoint(signedNote(checkpointText(['a', 'b']))) ?? {}
    expect({ origin, size, length: root?.length }).toEqual({ origin: logOrigin, size: 2, length: 32 })
    expect(readCheckpoint(signedNote(checkpointText([])))?.size).toBe(0)
  })

  const hash = checkpointText(['a']).split('\n')[2] ?? ''
  test.each([
    `\n1\n${hash}\n`,
    `log\n01\n${hash}\n`,
    `log\n-1\n${hash}\n`,
    `log\n9007199254740993\n${hash}\n`,
    `log\n1\n${hash.slice(4)}\n`,
    `log\n1\n`,
    `log\n1\n${hash}\n\nb\n`,
  ])('%j is none', (text) => {
    expect(readCheckpoint(signedNote(text))).toBeUndefined()
  })

  test('may have further lines', () => {
    expect(readCheckpoint(signedNote(`log\n1\n${hash}\nmore\n`))?.size).toBe(1)
  })
})
