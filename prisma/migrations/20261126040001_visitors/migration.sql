-- CreateTable
CREATE TABLE "visitor" (
    "access_key_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "host" TEXT NOT NULL,
    "made_person" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_pkey" PRIMARY KEY ("access_key_id")
);

-- CreateIndex
CREATE INDEX "visitor_location_id_created_at_idx" ON "visitor"("location_id", "created_at");

-- CreateIndex
CREATE INDEX "visitor_due_at_idx" ON "visitor"("due_at");

-- AddForeignKey
ALTER TABLE "visitor" ADD CONSTRAINT "visitor_access_key_id_fkey" FOREIGN KEY ("access_key_id") REFERENCES "access_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An invitation may be shown on a screen, and sent to no one.
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_channel",
  ADD CONSTRAINT "invitation_channel" CHECK ("channel" IN ('sms', 'email', 'both', 'shown'));
