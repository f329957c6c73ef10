-- CreateTable
CREATE TABLE "key_use" (
    "access_key_id" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_use_pkey" PRIMARY KEY ("access_key_id")
);

-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- Kept by a trigger, so that every writer of events keeps it, those of the release before too. In the order of keys, so
-- that two writers never wait for each other.
CREATE FUNCTION "key_is_used"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "key_use" AS u ("access_key_id", "used_at")
  SELECT n."key_id", max(n."occurred_at") FROM new_rows n
  WHERE n."type" = 'access.granted' AND n."key_id" IS NOT NULL GROUP BY n."key_id" ORDER BY n."key_id"
  ON CONFLICT ("access_key_id") DO UPDATE SET "used_at" = excluded."used_at" WHERE excluded."used_at" > u."used_at";
  RETURN NULL;
END $$;
CREATE TRIGGER "key_is_used" AFTER INSERT ON "event" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "key_is_used"();

INSERT INTO "key_use" ("access_key_id", "used_at")
SELECT "key_id", max("occurred_at") FROM "event" WHERE "type" = 'access.granted' AND "key_id" IS NOT NULL GROUP BY "key_id";
