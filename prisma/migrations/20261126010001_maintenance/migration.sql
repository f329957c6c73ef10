-- CreateTable
CREATE TABLE "maintenance" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "begun_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "maintenance_lock_id_started_at_idx" ON "maintenance"("lock_id", "started_at");

-- CreateIndex
CREATE INDEX "maintenance_account_id_id_idx" ON "maintenance"("account_id", "id");
