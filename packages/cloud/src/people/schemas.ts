import { z } from 'zod';
import {
  CHANGES_NOTHING,
  changesSomething,
  IntIdField,
  IntIdParam,
  listOf,
  Named,
  NameField,
  pageParameters,
} from '../http/schemas.js';
import { characters, NAME_MAX_LENGTH } from '../text.rules.js';
import { EMAIL_MAX_LENGTH, isEmail, isLanguageTag, normaliseEmail } from './person.rules.js';
import { normalisePhone } from './phone.js';

/* What people look like on the wire. An unset text is "". */

const TEXT_MAX_LENGTH = 200;

const text = z
  .string()
  .refine((value) => characters(value) <= TEXT_MAX_LENGTH, `must be at most ${TEXT_MAX_LENGTH} characters`)
  .meta({ type: 'string', maxLength: TEXT_MAX_LENGTH });

const email = z
  .string()
  .transform(normaliseEmail)
  .refine((value) => value === '' || isEmail(value), 'must be an e-mail address')
  .meta({ type: 'string', format: 'email', maxLength: EMAIL_MAX_LENGTH });

const phone = z
  .string()
  .transform((written, refinement) => {
    if (written.trim() === '') return '';
    const number = normalisePhone(written);
    if (number !== null) return number;
    refinement.addIssue({
      code: 'custom',
      message: 'must be a phone number in international format, such as +358401234567',
    });
    return z.NEVER;
  })
  .meta({
    type: 'string',
    description: 'International format with a leading `+`; kept as E.164.',
    examples: ['+358401234567'],
  });

const language = z
  .string()
  .refine(
    (value) => value === '' || isLanguageTag(value),
    'must be a BCP 47 language tag, such as en or pt-BR',
  )
  .meta({ type: 'string', description: 'BCP 47.', examples: ['fi'] });

const location_id = IntIdField.optional().meta({ description: "The API key's location or one below it." });

export const NewPersonBody = z.strictObject({
  name: NameField,
  email: email.default(''),
  phone: phone.default(''),
  company_name: text.default(''),
  title: text.default(''),
  language: language.default(''),
  location_id,
});

export const PersonChangeBody = z
  .strictObject({
    name: NameField.optional(),
    email: email.optional(),
    phone: phone.optional(),
    company_name: text.optional(),
    title: text.optional(),
    language: language.optional(),
    location_id,
  })
  .refine(changesSomething, CHANGES_NOTHING);

export const PersonAnswer = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    company_name: z.string(),
    title: z.string(),
    language: z.string(),
    location: Named,
  })
  .meta({ id: 'Person' });
export const PersonList = listOf(PersonAnswer);

/** An unencoded `+` has arrived as a space. */
const plusAgain = (value: string): string =>
  value.replace(/^ (?=[0-9])/, '+').replace(/(?<=\S) (?=\S*@)/g, '+');

export const PersonListQuery = z.strictObject({
  email: z
    .string()
    .transform((value) => normaliseEmail(plusAgain(value)))
    .refine(isEmail, 'must be an e-mail address')
    .optional()
    .meta({ type: 'string', format: 'email' }),
  phone: z
    .string()
    .transform((value, refinement) => {
      const number = normalisePhone(plusAgain(value));
      if (number !== null) return number;
      refinement.addIssue({ code: 'custom', message: 'must be a phone number in international format' });
      return z.NEVER;
    })
    .optional()
    .meta({ type: 'string' }),
  location_id: IntIdParam.optional(),
  q: z
    .string()
    .min(1)
    .max(NAME_MAX_LENGTH)
    .optional()
    .meta({ description: 'How the name begins, in any case.' }),
  search: z
    .string()
    .max(NAME_MAX_LENGTH)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      description:
        'Words that must all occur in the name, the e-mail address or the phone; case and accents do not matter.',
    }),
  ...pageParameters,
});
