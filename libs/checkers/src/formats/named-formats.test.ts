import { expect, test } from 'vitest'
import { type FormatName, formatNamed, formatNames } from './named-formats.ts'

/** Values that are of each format, and values that come near and are not. */
const values: Readonly<Record<FormatName, readonly [yes: readonly string[], no: readonly string[]]>> = {
  email: [
    [
      'ana@example.com',
      ' ana@example.com\u00a0',
      "o'neil+tag@mail.example.co.uk",
      'a@b.c',
      '1@x-y.example',
      'UPPER@EXAMPLE.COM',
    ],
    [
      'ana.example.com',
      'ana@localhost',
      'a..b@example.com',
      '.a@example.com',
      'a.@example.com',
      'a b@example.com',
      'a@-x.example',
      'a@x_y.example',
      'a@@example.com',
      `${'a'.repeat(65)}@example.com`,
      '\u200ba@example.com',
      'a@example.com\u200b',
    ],
  ],
  e164: [
    ['+14155550123', '+4930123456', '+123456789012345', '+6834000'],
    [
      '14155550123',
      '+0123456789',
      '+1 415 555 0123',
      '+1',
      '+1234567890123456',
      '(415) 555-0123',
      '+１４１５５５５０１２３',
    ],
  ],
  uuid: [
    [
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
      '00000000-0000-0000-0000-000000000000',
    ],
    [
      '3f2504e0',
      '3f2504e04f8941d39a0c0305e82c3301',
      '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}',
      '3f2504e0-4f89-41d3-9a0c-0305e82c330g',
    ],
  ],
  iso_date: [
    ['2026-11-01', '2024-02-29', '0001-01-01'],
    [
      '2026-13-01',
      '2026-02-29',
      '2026-1-1',
      '01/02/2026',
      '2026-11-01T00:00:00Z',
      '20261101',
      '２０２６-11-01',
    ],
  ],
  iso_date_time: [
    [
      '2026-11-01T10:00:00Z',
      '2026-11-01T10:00:00.123+01:00',
      '2026-11-01T10:00',
      '2026-11-01t10:00:00z',
      '2026-11-01T10:00:00+0100',
      '2016-12-31T23:59:60Z',
    ],
    [
      '2026-11-01',
      '2026-11-01 10:00:00',
      '2026-11-01T24:00:00Z',
      '2026-02-30T10:00:00Z',
      '2026-11-01T23:59:60Z',
      '2016-12-31T23:59:60',
      '10:00:00Z',
      '2026-11-01T10Z',
    ],
  ],
  iso_country: [
    ['DE', 'US', 'GB', 'SS', 'AX'],
    ['UK', 'EU', 'XK', 'de', 'DEU', 'Germany', ''],
  ],
  iso_currency: [
    ['EUR', 'USD', 'JPY', 'XCG', 'ZWG', 'BGN'],
    ['Euro', 'eur', 'US$', 'BTC', 'DEM', '978'],
  ],
  bcp47: [
    [
      'de',
      'en-US',
      'zh-Hant-TW',
      'es-419',
      'sr-Latn-RS',
      'yue',
      'zh-yue-HK',
      'de-CH-1901',
      'en-u-ca-gregory',
      'x-own',
      'EN-us',
      'i-klingon',
      'de-DE-u-co-phonebk-x-own',
    ],
    [
      'english',
      'eng',
      'en_US',
      'en-',
      'xx',
      'en-UK',
      'de-Abcd',
      'en-US-US',
      'de-1901-1901',
      'en-a-bb-a-cc',
      'German',
      'e',
      '',
    ],
  ],
  hex_colour: [
    ['#fff', '#FFAA00', '#ffaa0080', '#abcd'],
    ['orange', 'FFAA00', '#ffaa0', '#ggg', '#12', '0xffaa00'],
  ],
  semver: [
    ['1.0.0', '0.10.2', '1.0.0-alpha.1', '2.1.3+build.5', '1.0.0-0A.is.legal'],
    ['1.0', 'v1.0.0', '01.0.0', '1.0.0-', '1.0.0-01', '1.0.0+', 'latest'],
  ],
  ipv4: [
    ['0.0.0.0', '192.168.1.1', '255.255.255.255'],
    ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4/24', '1.2.3.4:80', '::1', '1.2.3.4.'],
  ],
  iban: [
    [
      'DE89370400440532013000',
      'GB82WEST12345698765432',
      'FR1420041010050500013M02606',
      'NO9386011117947',
      'MT84MALT011000012345MTLCAST001S',
      'DE89 3704 0044 0532 0130 00',
      'GB82 WEST 1234 5698 7654 32',
    ],
    [
      'DE88370400440532013000',
      'DE8937040044053201300',
      'DE893704004405320130000',
      'de89370400440532013000',
      'XX89370400440532013000',
      'GB82WEST1234569876543A',
      'DE89-3704-0044-0532-0130-00',
      'DE89 370400440532013000',
      'US64SVBKUS6S3300958879',
    ],
  ],
}

test.each(formatNames)('%s takes what is of it and nothing that comes near', (name) => {
  const isOfFormat = formatNamed(name) ?? (() => false)
  const [yes, no] = values[name]
  expect(yes.filter((text) => !isOfFormat(text))).toEqual([])
  expect(no.filter((text) => isOfFormat(text))).toEqual([])
})

test('a name of another format is none', () => {
  expect(['phone', 'toString', '__proto__', ''].map(formatNamed)).toEqual([null, null, null, null])
})
