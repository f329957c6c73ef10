-- CreateTable
CREATE TABLE "emergency" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "mode" TEXT NOT NULL,
    "drill" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "cause" JSONB NOT NULL,
    "begun_by" TEXT NOT NULL,
    "doors" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "emergency_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "emergency_mode" CHECK ("mode" IN ('lockdown', 'evacuation'))
);

-- CreateTable
CREATE TABLE "emergency_door" (
    "emergency_id" UUID NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "emergency_door_pkey" PRIMARY KEY ("emergency_id","lock_id")
);

-- CreateIndex
CREATE INDEX "emergency_location_id_started_at_id_idx" ON "emergency"("location_id", "started_at", "id");

-- One at a time at a location.
CREATE UNIQUE INDEX "emergency_in_force" ON "emergency"("location_id") WHERE "ended_at" IS NULL;
