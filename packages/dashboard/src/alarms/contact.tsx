import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { LanguageField } from '../people/language-field.jsx';
import type { AlarmSettings } from '../types.js';
import { Card, SectionHead } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { field, useChange } from '../ui/form.js';
import { SendTest } from '../ui/send-test.jsx';
import { Note, Outcome } from '../ui/text.jsx';
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
  const [language, setLanguage] = useState(contact.language || navigator.language);
  const save = useChange(
    () => call('PUT', '/alarm-contact', { body: { by_email: byEmail, by_sms: bySms, phone, language } }),
    ['alarm-settings'],
  );
  return (
    <section aria-label="How you are reached">
      <SectionHead>
        <h2>How you are reached</h2>
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
            label="By e-mail"
            description={
              settings.sends_mail ? undefined : 'No mail server is set: messages stay in the outbox.'
            }
            checked={byEmail}
            onChange={(event) => setByEmail(event.currentTarget.checked)}
          />
          <Checkbox
            label="By SMS"
            description={
              settings.sends_sms ? undefined : 'No SMS provider is set: messages stay in the outbox.'
            }
            checked={bySms}
            onChange={(event) => setBySms(event.currentTarget.checked)}
          />
          <TextInput
            label="Your phone number"
            type="tel"
            description="International, as +358401234567."
            {...field(phone, setPhone, save.fault('phone'))}
          />
          <LanguageField value={language} error={save.fault('language')} onChange={setLanguage} />
          {save.general ? <Failure error={save.general} /> : null}
          <Button type="submit" variant="default" loading={save.isPending}>
            Save
          </Button>
          <Outcome>{save.isSuccess ? 'Saved.' : ''}</Outcome>
          <Note>Where nothing else is chosen, an e-mail is sent all the same.</Note>
        </form>
        <span className={styles.tests}>
          <SendTest name="to you" label="Test the e-mail" send={() => test('email')} />
          {contact.phone !== '' && <SendTest name="to you" label="Test the SMS" send={() => test('sms')} />}
        </span>
      </Card>
    </section>
  );
}
