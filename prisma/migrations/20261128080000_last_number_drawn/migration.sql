-- A select of "last_value" from the sequence itself reads up to 32 ahead while another session draws: readers would be led past
-- numbers that are drawn later.
CREATE OR REPLACE FUNCTION "note_change_epoch"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here CONSTANT text := (SELECT system_identifier::text FROM pg_control_system())
    || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8);
BEGIN
  IF here = (SELECT line FROM "change_epoch" ORDER BY id DESC LIMIT 1) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('note_change_epoch'));
  IF here = (SELECT line FROM "change_epoch" ORDER BY id DESC LIMIT 1) THEN RETURN; END IF;
  INSERT INTO "change_epoch" ("id", "line", "from_seq")
  SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT max(e.id) + 1 FROM "change_epoch" e)),
    here, coalesce(pg_sequence_last_value('"event_id_seq"'), 0);
END $$;
