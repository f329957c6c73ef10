-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- The weekly report counts the keys that end within a week, without looking at all keys.
CREATE INDEX "access_key_ending" ON "access_key" ("location_id", "expires_at") WHERE "expires_at" IS NOT NULL AND "returned_at" IS NULL;
