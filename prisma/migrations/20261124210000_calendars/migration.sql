-- AlterTable
ALTER TABLE "lock" ADD COLUMN     "schedule_in_force" JSONB;

-- CreateTable
CREATE TABLE "calendar" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "weekly" JSONB NOT NULL DEFAULT '[]',
    "set_days" JSONB NOT NULL DEFAULT '[]',
    "holidays" JSONB,
    "days" JSONB NOT NULL DEFAULT '[]',
    "due_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "calendar_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calendar_lock" (
    "calendar_id" UUID NOT NULL,
    "lock_id" INTEGER NOT NULL,

    CONSTRAINT "calendar_lock_pkey" PRIMARY KEY ("calendar_id","lock_id")
);

-- CreateTable
CREATE TABLE "calendar_location" (
    "calendar_id" UUID NOT NULL,
    "location_id" INTEGER NOT NULL,

    CONSTRAINT "calendar_location_pkey" PRIMARY KEY ("calendar_id","location_id")
);

-- CreateIndex
CREATE INDEX "calendar_account_id_idx" ON "calendar"("account_id");

-- CreateIndex
CREATE INDEX "calendar_location_id_idx" ON "calendar"("location_id");

-- CreateIndex
CREATE INDEX "calendar_due_at_idx" ON "calendar"("due_at");

-- CreateIndex
CREATE INDEX "calendar_lock_lock_id_idx" ON "calendar_lock"("lock_id");

-- CreateIndex
CREATE INDEX "calendar_location_location_id_idx" ON "calendar_location"("location_id");

-- AddForeignKey
ALTER TABLE "calendar" ADD CONSTRAINT "calendar_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_lock" ADD CONSTRAINT "calendar_lock_calendar_id_fkey" FOREIGN KEY ("calendar_id") REFERENCES "calendar"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_lock" ADD CONSTRAINT "calendar_lock_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_location" ADD CONSTRAINT "calendar_location_calendar_id_fkey" FOREIGN KEY ("calendar_id") REFERENCES "calendar"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_location" ADD CONSTRAINT "calendar_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;
