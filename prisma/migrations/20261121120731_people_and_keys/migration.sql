-- DropIndex
DROP INDEX "person_location_id_created_at_id_idx";

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "seq" SERIAL NOT NULL;

-- CreateTable
CREATE TABLE "access_key" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "person_id" UUID,
    "name" TEXT NOT NULL,
    "state" TEXT,
    "manager" BOOLEAN NOT NULL DEFAULT false,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "handed_over_at" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_key_group" (
    "access_key_id" INTEGER NOT NULL,
    "security_group_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "access_key_group_pkey" PRIMARY KEY ("access_key_id","security_group_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "access_key_id" INTEGER NOT NULL,
    "person_id" UUID,
    "channel" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "token_hash" BYTEA NOT NULL,
    "link_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "resend_count" INTEGER NOT NULL DEFAULT 0,
    "activated_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_scope" (
    "location_id" INTEGER NOT NULL,
    "list" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "id" INTEGER NOT NULL,

    CONSTRAINT "list_scope_pkey" PRIMARY KEY ("location_id","list","state","id")
);

-- CreateTable
CREATE TABLE "locksys_door" (
    "lock_id" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "person_id" UUID,
    "key_id" INTEGER,
    "due_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),

    CONSTRAINT "locksys_door_pkey" PRIMARY KEY ("lock_id")
);

-- CreateTable
CREATE TABLE "locksys_feed" (
    "id" INTEGER NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "locksys_feed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "access_key_location_id_id_idx" ON "access_key"("location_id", "id");

-- CreateIndex
CREATE INDEX "access_key_person_id_id_idx" ON "access_key"("person_id", "id");

-- CreateIndex
CREATE INDEX "access_key_group_security_group_id_idx" ON "access_key_group"("security_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_location_id_id_idx" ON "invitation"("location_id", "id");

-- CreateIndex
CREATE INDEX "invitation_access_key_id_id_idx" ON "invitation"("access_key_id", "id");

-- CreateIndex
CREATE INDEX "invitation_person_id_id_idx" ON "invitation"("person_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "person_seq_key" ON "person"("seq");

-- CreateIndex
CREATE INDEX "person_location_id_seq_idx" ON "person"("location_id", "seq");

-- AddForeignKey
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_key_group" ADD CONSTRAINT "access_key_group_access_key_id_fkey" FOREIGN KEY ("access_key_id") REFERENCES "access_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_key_group" ADD CONSTRAINT "access_key_group_security_group_id_fkey" FOREIGN KEY ("security_group_id") REFERENCES "security_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_access_key_id_fkey" FOREIGN KEY ("access_key_id") REFERENCES "access_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "locksys_door" ADD CONSTRAINT "locksys_door_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- De-duplication and the filters of GET /people look at living people only.
CREATE INDEX "person_phone" ON "person" ("account_id", "phone") WHERE "phone" <> '' AND "deleted_at" IS NULL;
CREATE INDEX "person_email" ON "person" ("account_id", "email") WHERE "email" <> '' AND "deleted_at" IS NULL;
CREATE INDEX "person_name" ON "person" ("account_id", lower("name") text_pattern_ops) WHERE "deleted_at" IS NULL;
-- Without it the planner takes every prefix for a common one, and reads the whole table for a rare one.
CREATE STATISTICS "person_name_begin" ON lower("name") FROM "person";

-- The plan limit counts keys not returned.
CREATE INDEX "access_key_in_use" ON "access_key" ("account_id") WHERE "state" IS DISTINCT FROM 'returned';

-- Due rows: only those that still have something due are looked at.
CREATE INDEX "invitation_due" ON "invitation" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "locksys_door_due" ON "locksys_door" ("due_at") WHERE "due_at" IS NOT NULL;

ALTER TABLE "access_key" ADD CONSTRAINT "access_key_state" CHECK ("state" IN ('handed_over', 'returned')),
  ADD CONSTRAINT "access_key_validity" CHECK ("expires_at" > "starts_at");
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_state" CHECK ("state" IN ('pending', 'activated', 'expired', 'cancelled')),
  ADD CONSTRAINT "invitation_channel" CHECK ("channel" IN ('sms', 'email', 'both')),
  ADD CONSTRAINT "invitation_due_while_pending" CHECK (("state" = 'pending') = ("due_at" IS NOT NULL));

-- The scopes of lists are kept by triggers, as people come in by many doors: the interface, the site file, the dashboard
-- and the locking system. Each is one statement however many rows.

CREATE FUNCTION "list_scope_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM old_rows o JOIN new_rows n ON n."id" = o."id"
      WHERE o."location_id" IS DISTINCT FROM n."location_id" OR o."deleted_at" IS DISTINCT FROM n."deleted_at") THEN RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_scope" s USING old_rows o JOIN "location_ancestor" a ON a."location_id" = o."location_id"
    WHERE s."location_id" = a."ancestor_id" AND s."list" = 'person' AND s."state" = '' AND s."id" = o."seq";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT a."ancestor_id", 'person', '', n."seq"
    FROM new_rows n JOIN "location_ancestor" a ON a."location_id" = n."location_id" WHERE n."deleted_at" IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "list_scope_insert" AFTER INSERT ON "person" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_person"();
CREATE TRIGGER "list_scope_update" AFTER UPDATE ON "person" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_person"();
CREATE TRIGGER "list_scope_delete" AFTER DELETE ON "person" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_person"();

CREATE FUNCTION "list_scope_of_access_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM old_rows o JOIN new_rows n ON n."id" = o."id"
      WHERE o."location_id" IS DISTINCT FROM n."location_id" OR o."state" IS DISTINCT FROM n."state") THEN RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_scope" s USING old_rows o JOIN "location_ancestor" a ON a."location_id" = o."location_id"
    WHERE s."location_id" = a."ancestor_id" AND s."list" = 'key' AND s."state" = coalesce(o."state", 'none') AND s."id" = o."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT a."ancestor_id", 'key', coalesce(n."state", 'none'), n."id"
    FROM new_rows n JOIN "location_ancestor" a ON a."location_id" = n."location_id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "list_scope_insert" AFTER INSERT ON "access_key" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_access_key"();
CREATE TRIGGER "list_scope_update" AFTER UPDATE ON "access_key" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_access_key"();
CREATE TRIGGER "list_scope_delete" AFTER DELETE ON "access_key" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_access_key"();

CREATE FUNCTION "list_scope_of_invitation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM old_rows o JOIN new_rows n ON n."id" = o."id"
      WHERE o."location_id" IS DISTINCT FROM n."location_id" OR o."state" IS DISTINCT FROM n."state") THEN RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_scope" s USING old_rows o JOIN "location_ancestor" a ON a."location_id" = o."location_id"
    WHERE s."location_id" = a."ancestor_id" AND s."list" = 'invitation' AND s."state" = o."state" AND s."id" = o."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT a."ancestor_id", 'invitation', n."state", n."id"
    FROM new_rows n JOIN "location_ancestor" a ON a."location_id" = n."location_id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "list_scope_insert" AFTER INSERT ON "invitation" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_invitation"();
CREATE TRIGGER "list_scope_update" AFTER UPDATE ON "invitation" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_invitation"();
CREATE TRIGGER "list_scope_delete" AFTER DELETE ON "invitation" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_invitation"();

-- A location that moves takes what is listed at it along.
CREATE FUNCTION "list_scope_of_tree"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT p."ancestor_id", 'person', '', x."seq" FROM new_rows p JOIN "person" x ON x."location_id" = p."location_id" WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM new_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM new_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM "list_scope" s USING (
    SELECT p."ancestor_id", 'person', '', x."seq" FROM old_rows p JOIN "person" x ON x."location_id" = p."location_id" WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM old_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM old_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    ) AS gone("location_id", "list", "state", "id")
    WHERE s."location_id" = gone."location_id" AND s."list" = gone."list" AND s."state" = gone."state" AND s."id" = gone."id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "list_scope_insert" AFTER INSERT ON "location_ancestor" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_tree"();
CREATE TRIGGER "list_scope_delete" AFTER DELETE ON "location_ancestor" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_tree"();

-- People of before: their scopes.
INSERT INTO "list_scope" ("location_id", "list", "state", "id")
SELECT a."ancestor_id", 'person', '', p."seq" FROM "person" p JOIN "location_ancestor" a ON a."location_id" = p."location_id"
WHERE p."deleted_at" IS NULL;
