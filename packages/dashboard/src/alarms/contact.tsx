import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { language as spoken, text } from '../language/text.js';
import { LanguageField } from '../people/language-field.jsx';
import type { AlarmSettings } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { SendTest } from '../ui/forms/send-test.jsx';
import { Card, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import styles from './alarms.module.css';

const test = (by: 'email' | 'sms') => call('POST', '/alarm-contact/test', { body: { by } });

interface ContactProps {
  contact: AlarmSettings['contact'];
  settings: Pick<AlarmSettings, 'sends_mail' | 'sends_sms'>;
}

/** How the reader is reached when a rule or the rota names them. */
export function Contact({ contact, settings }: ContactProps) {
  const [byEmail, setByEmail] = useState(contact.by_email);
  const [bySms, setBySms] = useState(contact.by_sms);
  const [phone, setPhone] = useState(contact.phone);
  const [language, setLanguage] = useState(contact.language || spoken);
  const save = useChange(
    () => call('PUT', '/alarm-contact', { body: { by_email: byEmail, by_sms: bySms, phone, language } }),
    ['alarm-settings'],
  );
  return (
    <section aria-label={text('How you are reached')}>
      <SectionHead>
        <h2>{text('How you are reached')}</h2>
      </SectionHead>
      <Card>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(undefined);
          }}
        >
          <Checkbox
            label={text('By e-mail')}
            description={
              settings.sends_mail ? undefined : text('No mail server is set: messages stay in the outbox.')
            }
            checked={byEmail}
            onChange={(event) => setByEmail(event.currentTarget.checked)}
          />
          <Checkbox
            label={text('By SMS')}
            description={
              settings.sends_sms ? undefined : text('No SMS provider is set: messages stay in the outbox.')
            }
            checked={bySms}
            onChange={(event) => setBySms(event.currentTarget.checked)}
          />
          <TextInput
            label={text('Your phone number')}
            type="tel"
            description={text('International, as +358401234567.')}
            {...field(phone, setPhone, save.fault('phone'))}
          />
          <LanguageField value={language} error={save.fault('language')} onChange={setLanguage} />
          {save.general ? <Failure error={save.general} /> : null}
          <Button type="submit" variant="default" loading={save.isPending}>
            {text('Save')}
          </Button>
          <Outcome>{save.isSuccess ? text('Saved.') : ''}</Outcome>
          <Note>{text('If neither is chosen, an e-mail is sent.')}</Note>
        </form>
        <span className={styles.tests}>
          <SendTest name={text('to you')} label={text('Test the e-mail')} send={() => test('email')} />
          {contact.phone !== '' && (
            <SendTest name={text('to you')} label={text('Test the SMS')} send={() => test('sms')} />
          )}
        </span>
      </Card>
    </section>
  );
}
