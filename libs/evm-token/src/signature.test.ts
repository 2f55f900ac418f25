import { hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { plainSignature } from './signature.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const digest = hashMessage('a payment')
const signature = await signer.sign({ hash: digest })
const lastByte = (byte: string) => `${signature.slice(0, -2)}${byte}`
const recovery = Number.parseInt(signature.slice(-2), 16) - 27

describe('a signature', () => {
  test('whose last byte is 0 or 1 is the one with 27 or 28', async () => {
    expect(await plainSignature(digest, lastByte(`0${recovery}`), signer.address)).toBe(signature)
    expect(await plainSignature(digest, signature.toUpperCase().replace('0X', '0x'), signer.address)).toBe(
      signature,
    )
  })

  const others: [name: string, text: string][] = [
    ['of another recovery', lastByte(`0${1 - recovery}`)],
    ['of a recovery that is none', lastByte('02')],
    ['that is cut', signature.slice(0, -2)],
    ['that is longer', `${signature}00`],
    ['of zeros', `0x${'00'.repeat(65)}`],
    ['of ones', `0x${'ff'.repeat(64)}1b`],
    ['of no bytes', '0x'],
    ['that is no hex', 'signed'],
  ]
  test.each(others)('%s is none of a plain key', async (_, text) => {
    expect(await plainSignature(digest, text, signer.address)).toBeNull()
  })

  test('of another wallet, or of something else, is none of the signer', async () => {
    expect(await plainSignature(digest, await other.sign({ hash: digest }), signer.address)).toBeNull()
    expect(await plainSignature(hashMessage('another'), signature, signer.address)).toBeNull()
  })
})
