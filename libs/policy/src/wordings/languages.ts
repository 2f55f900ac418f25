import { phraseTable } from './phrase-table.ts'
import type { Word } from './words.ts'

/** Words of other languages that are no English words: those that join, count, ask and compare, and the names of rows. */
const german = phraseTable(`
der|das|dem|ein|eine|einen|einem|einer|eines|und|oder|nicht|mit|ohne|keine|keiner|keinen|kein|jede|jeder|jedes|jeden|jedem|alle|allen|muss|müssen|soll|sollen|darf|dürfen|ist|sind|sein|hat|haben|hatte|wird|werden|größer|grösser|groesser|kleiner|gleich|mindestens|höchstens|hoechstens|maximal|weniger|mehr|zwischen|bis|bitte|pünktlich|puenktlich|zeile|zeilen|spalte|spalten|feld|felder|datensatz|datensätze|doppelt|doppelten|doppelte|duplikate|leer|gültig|gültige|gültigen|preis|telefon|enthält|enthalten|vorhanden|eindeutig|genau|sowie|für|über|unter|außer|sollte|sollten|kann|können|wenn|wert|werte|zahl|anzahl|stück|lieferung|geliefert
`)
const spanish = phraseTable(`
el|los|las|una|unos|unas|y|o|con|sin|cada|todo|todos|todas|debe|deben|debería|tener|tiene|tienen|ser|es|son|está|mayor|menor|igual|más|menos|que|entre|hasta|por|para|favor|fila|filas|columna|columnas|campo|campos|correo|teléfono|telefono|duplicado|duplicados|duplicada|duplicadas|exactamente|vacío|vacio|vacía|válido|valido|único|unico|única|precio|según|también|ningún|ninguna|ningun|nunca|siempre|contener|contiene|registro|registros|al|del|mínimo|máximo|cuando|pero|puede
`)
const french = phraseTable(`
le|les|une|et|ou|avec|sans|chaque|tous|toutes|doit|doivent|avoir|être|etre|est|sont|supérieur|superieur|inférieur|inferieur|égal|égale|moins|entre|jusquà|pour|pas|aucun|aucune|ligne|lignes|colonne|colonnes|champ|champs|courriel|téléphone|doublon|doublons|exactement|vide|valide|valides|prix|vous|plaît|plait|sil|merci|ne|du|des|au|aux|dans|ces|cette|contient|contenir|enregistrement|enregistrements|quand|mais|jamais|toujours
`)
const portuguese = phraseTable(`
os|uma|umas|com|sem|cada|todo|todos|todas|deve|devem|ter|têm|tem|é|são|maior|menor|igual|mais|menos|que|entre|até|por|para|linha|linhas|coluna|colunas|campo|campos|telefone|duplicado|duplicados|duplicadas|exatamente|vazio|vazia|válido|único|única|preço|também|nenhum|nenhuma|nunca|sempre|não|nao|ser|está|conter|contém|registro|registros|da|das|dos
`)
const italian = phraseTable(`
il|lo|gli|una|uno|con|senza|ogni|tutti|tutte|deve|devono|avere|essere|è|sono|maggiore|minore|uguale|più|meno|che|tra|fra|fino|favore|riga|righe|colonna|colonne|campo|campi|telefono|duplicato|duplicati|esattamente|vuoto|vuota|valido|valida|unico|unica|univoco|prezzo|anche|nessun|nessuno|nessuna|mai|sempre|della|delle|degli|contiene|contenere|ha|hanno|almeno|massimo|minimo
`)
const dutch = phraseTable(`
het|een|en|met|zonder|elke|elk|alle|moet|moeten|heeft|hebben|zijn|wordt|worden|groter|kleiner|gelijk|meer|minder|dan|tussen|tot|graag|alstublieft|rij|rijen|kolom|kolommen|veld|velden|telefoon|dubbele|dubbel|duplicaten|precies|leeg|geldig|geldige|uniek|prijs|ook|geen|nooit|altijd|niet|voor|minstens|minimaal|maximaal|hoogstens|bevat|waarde
`)
const others = phraseTable(`
i|oraz|lub|bez|każdy|każda|każde|wszystkie|musi|być|mieć|ma|większy|mniejszy|wiersz|wierszy|nie|jest|są|najmniej
i|och|eller|med|utan|varje|alla|måste|ska|har|vara|större|mindre|rad|rader|ingen|inga|inte|är
og|eller|med|uden|uten|hver|alle|skal|har|være|større|mindre|række|rækker|ikke|ingen|er
ve|veya|ile|her|tüm|olmalı|olmali|satır|satir|büyük|küçük|değil|hiçbir
a|nebo|bez|každý|každá|všechny|musí|být|mít|větší|menší|řádek|řádky|není
ja|tai|joka|kaikki|pitää|täytyy|olla|suurempi|pienempi|rivi|riviä|ei
`)

/** English words and codes that a table above also has. */
const alsoEnglish = new Set(
  'a i o y as en es or an am in on no me so do is he it by to at of if per tot dan her ver all max min sole via col fin par con era van dos das das al el le la ma ja co ha er com tem sin per pro des die war was hat den bis minimum unique more est ist er son sono au ou et'.split(
    ' ',
  ),
)

const tables = [german, spanish, french, portuguese, italian, dutch, others] as const

const unLatin = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u
const isAscii = /^[\p{ASCII}]*$/u

type Sign = 'sure' | 'weak' | 'none'

/** How sure a word is a sign of another language; a weak one counts only beside a sure one. */
function signOf(words: readonly Word[], index: number): Sign {
  const word = words[index]
  if (word === undefined || word.isQuoted) return 'none'
  if (unLatin.test(word.folded)) return 'sure'
  if (word.isCode || word.folded.length < 2) return 'none'
  const isListed = tables.some((table) => table.at(words, index) !== null)
  if (isListed) return alsoEnglish.has(word.folded) ? 'weak' : 'sure'
  return isAscii.test(word.folded) || !/\p{L}/u.test(word.folded) ? 'none' : 'weak'
}

/**
 * The run of words of another language, from the first sign to the last; null where the words are English. `isName` says which words
 * belong to a name of a field, which may be of any language.
 */
export function foreignRun(
  words: readonly Word[],
  isName: (index: number) => boolean,
): { readonly start: number; readonly end: number; readonly isWhole: boolean } | null {
  const signs = words.map((_, index) => (isName(index) ? 'none' : signOf(words, index)))
  const accented = words.filter(({ folded }, index) => signs[index] === 'weak' && !isAscii.test(folded))
  if (!signs.includes('sure') && accented.length < 2) return null
  const isSign = (sign: Sign): boolean => sign !== 'none'
  const english = words.filter(
    ({ folded }, index) => signs[index] === 'none' && !isName(index) && /\p{L}/u.test(folded),
  )
  return {
    start: signs.findIndex(isSign),
    end: signs.findLastIndex(isSign) + 1,
    isWhole: english.length <= signs.filter(isSign).length,
  }
}
