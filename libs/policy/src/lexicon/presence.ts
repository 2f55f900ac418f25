/** What a field is said to be where it has a value. */
export const givenWords =
  'present|needed|filled in|filled|filled out|filled-in|given|set|required|mandatory|compulsory|obligatory|provided|populated|non-empty|nonempty|non-blank|non-null|not empty|not blank|not null|not missing|specified|supplied'

/** What a field is said to be where it has none. */
export const missingWords =
  'empty|blank|missing|null|absent|omitted|left blank|left empty|left out|undefined|none|nil|unset|unfilled|not given|not set|not provided|not present|not filled in|not filled|not specified|lacking|empty or missing|missing or empty|blank or missing|missing or blank|null or empty|empty or null|blank or null|empty or blank'

/** The same as nouns and adjectives before the name of a field. */
export const missingAdjectives =
  'missing|empty|blank|null|absent|undefined|missing or empty|empty or missing|missing or blank|empty or blank|null or empty|empty or null'

/** Things that are missing values, as in `no nulls in price`. */
export const missingThings =
  'missing values|missing value|empty values|empty value|blank values|blank value|null values|null value|missing data|missing entries|empty cells|blank cells|empty entries|empty fields|nulls|null|blanks|gaps|missing or empty values|empty or missing values|missing items'

/** That a value may be left out. */
export const unlessGiven =
  'or empty|or blank|, or is empty|, or is blank|, or is missing|or null|or missing|or absent|or is empty|or is blank|or left empty|or left blank|if present|when present|if given|when given|if set|when set|if provided|when provided|if filled in|where present|where given|if it is present|if not empty|when not empty|if it is given|, if present|, if given|, when present|, or empty|, if set|, if provided'
