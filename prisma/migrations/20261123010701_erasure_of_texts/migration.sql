-- AlterTable
ALTER TABLE "audit" ADD COLUMN     "erasure_mac" BYTEA;

-- AlterTable
ALTER TABLE "erasure" ADD COLUMN     "account_id" INTEGER,
ADD COLUMN     "audit_sequence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "named" BYTEA,
ADD COLUMN     "texts_read_at" TIMESTAMPTZ(3);

-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- What people typed, for an erasure to look through, and the names of keys that history carries along.
CREATE INDEX "command_note" ON "command" ("account_id", "id") WHERE "note" <> '';
CREATE INDEX "event_actor_key" ON "event" (("actor" #>> '{key,id}')) WHERE "actor" #>> '{key,id}' IS NOT NULL;
CREATE INDEX "delivery_actor_key" ON "delivery" (("payload" #>> '{actor,key,id}')) WHERE "payload" #>> '{actor,key,id}' IS NOT NULL;

-- An erasure takes a person's name out of what was typed, and vouches for what it leaves (audit/erase.ts).
CREATE OR REPLACE FUNCTION "audit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."erasure_mac" IS NOT NULL
    AND (to_jsonb(NEW) - ARRAY['actor_name', 'subject_name', 'details', 'erasure_mac'])
      = (to_jsonb(OLD) - ARRAY['actor_name', 'subject_name', 'details', 'erasure_mac']) THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an audit entry is neither changed nor deleted';
END
$$;
