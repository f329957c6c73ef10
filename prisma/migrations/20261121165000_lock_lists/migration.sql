-- Locks are listed by scope too, so that a page of a quiet subtree costs its page.

CREATE FUNCTION "list_scope_of_lock"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM old_rows o JOIN new_rows n ON n."id" = o."id"
      WHERE o."location_id" IS DISTINCT FROM n."location_id" OR o."type" IS DISTINCT FROM n."type") THEN RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_scope" s USING old_rows o JOIN "location_ancestor" a ON a."location_id" = o."location_id"
    WHERE s."location_id" = a."ancestor_id" AND s."list" = 'lock' AND s."state" = o."type" AND s."id" = o."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT a."ancestor_id", 'lock', n."type", n."id"
    FROM new_rows n JOIN "location_ancestor" a ON a."location_id" = n."location_id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "list_scope_insert" AFTER INSERT ON "lock" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_lock"();
CREATE TRIGGER "list_scope_update" AFTER UPDATE ON "lock" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_lock"();
CREATE TRIGGER "list_scope_delete" AFTER DELETE ON "lock" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "list_scope_of_lock"();

-- What is listed at some locations, and so by whoever is above them.
CREATE OR REPLACE FUNCTION "list_scope_of_tree"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT p."ancestor_id", 'person', '', x."seq" FROM new_rows p JOIN "person" x ON x."location_id" = p."location_id" WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM new_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM new_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'lock', x."type", x."id" FROM new_rows p JOIN "lock" x ON x."location_id" = p."location_id"
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM "list_scope" s USING (
    SELECT p."ancestor_id", 'person', '', x."seq" FROM old_rows p JOIN "person" x ON x."location_id" = p."location_id" WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM old_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM old_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'lock', x."type", x."id" FROM old_rows p JOIN "lock" x ON x."location_id" = p."location_id"
    ) AS gone("location_id", "list", "state", "id")
    WHERE s."location_id" = gone."location_id" AND s."list" = gone."list" AND s."state" = gone."state" AND s."id" = gone."id";
  END IF;
  RETURN NULL;
END $$;

-- Locks of before: their scopes.
INSERT INTO "list_scope" ("location_id", "list", "state", "id")
SELECT a."ancestor_id", 'lock', l."type", l."id" FROM "lock" l JOIN "location_ancestor" a ON a."location_id" = l."location_id";
